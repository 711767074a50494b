import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  splitting: true,
  treeshake: true,
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node22',
  removeNodeProtocol: false,
  // Gives CommonJS the address of the module, from which the SDK is found.
  shims: true,
})
