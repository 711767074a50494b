import { defineConfig } from 'tsup'
import { bundleEnvd } from './src/e2b/envd/bundle-envd.js'

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
  // What runs inside sandboxes is one file of its own.
  onSuccess: () => bundleEnvd('dist/envd.cjs'),
})
