/** Compressed size of what a bundler takes from each entry, without Node's own modules. */
const node = (config) => ({ ...config, platform: 'node' })

const entry = (name, path, limit) => ({ name, path, limit, modifyRolldownConfig: node })

export default [
  entry('@caisson/core', 'packages/core/dist/index.js', '70 kB'),
  entry('@caisson/core/workspace', 'packages/core/dist/workspace.js', '52 kB'),
  entry('@caisson/core/tools', 'packages/core/dist/tools.js', '24 kB'),
  entry('@caisson/core/editor', 'packages/core/dist/editor.js', '47 kB'),
  entry('@caisson/core/driver', 'packages/core/dist/driver.js', '22 kB'),
  entry('@caisson/kit/options', 'packages/kit/dist/options.js', '90 kB'),
  entry('@caisson/mastra', 'packages/mastra/dist/index.js', '4 kB'),
]
