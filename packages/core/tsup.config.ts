import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/workspace.ts', 'src/tools.ts', 'src/editor.ts', 'src/driver.ts'],
  format: ['esm', 'cjs'],
  // Shared chunks in both formats: each class exists once per format, whichever entry it is reached through.
  splitting: true,
  treeshake: true,
  dts: true,
  clean: true,
  target: 'node22',
  removeNodeProtocol: false,
  // The installed size is limited. Names are kept, and lines short, so that stack traces can be read.
  sourcemap: false,
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  keepNames: true,
  esbuildOptions: (options) => {
    options.lineLimit = 160
  },
})
