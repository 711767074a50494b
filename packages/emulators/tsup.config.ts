import { defineConfig } from 'tsup'
import { bundleEnvd } from './src/e2b/envd/bundle-envd.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/cli.ts'],
  format: ['esm', 'cjs'],
  splitting: true,
  treeshake: true,
  dts: { entry: ['src/index.ts'] },
  // The daemons hold the same code once more; maps of all would be most of the package.
  sourcemap: false,
  clean: true,
  target: 'node22',
  removeNodeProtocol: false,
  // The daemon runs inside a machine, where there is no node_modules: one file.
  onSuccess: () => bundleEnvd('dist/envd.cjs'),
})
