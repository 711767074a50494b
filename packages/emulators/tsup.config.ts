import { defineConfig } from 'tsup'
import { bundleToolbox } from './src/daytona/toolbox/toolbox-program.js'
import { bundleEnvd } from './src/e2b/envd/envd-program.js'
import { bundleAgent } from './src/platform/agent/agent-program.js'

export default defineConfig({
  entry: ['src/index.ts', 'src/cli.ts'],
  format: ['esm', 'cjs'],
  splitting: true,
  treeshake: true,
  dts: { entry: 'src/index.ts' },
  sourcemap: true,
  clean: true,
  target: 'node22',
  removeNodeProtocol: false,
  // What runs inside sandboxes is one file of its own for each kind.
  onSuccess: async () => {
    await bundleEnvd('dist/envd.cjs')
    await bundleToolbox('dist/toolbox.cjs')
    await bundleAgent('dist/agent.cjs')
  },
})
