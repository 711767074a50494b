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
  esbuildOptions: (options, { format }) => {
    // Who requires this package requires Mastra too, and its two builds have classes of their own: `import()` would give the
    // wrong ones.
    if (format === 'cjs') options.supported = { 'dynamic-import': false }
  },
})
