import { defineConfig } from 'tsup'

export default defineConfig({
  entry: [
    'src/shell.ts',
    'src/options.ts',
    'src/relay.ts',
    'src/code-mode.ts',
    'src/object-store.ts',
    'src/mounts.ts',
    'src/templates.ts',
    'src/filesystem.ts',
    'src/http.ts',
  ],
  format: ['esm', 'cjs'],
  splitting: true,
  treeshake: true,
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'node22',
  removeNodeProtocol: false,
})
