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
})
