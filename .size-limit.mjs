/** Compressed size of what a bundler takes from each entry, without Node's own modules. */
const node = (config) => ({ ...config, platform: 'node' })

/** What is loaded on first use only, and belongs to others, is left out. */
const entry = (name, path, limit, external = []) => ({
  name,
  path,
  limit,
  modifyRolldownConfig: (config) => node({ ...config, external: [...[config.external ?? []].flat(), ...external] }),
})

export default [
  entry('@caisson/core', 'packages/core/dist/index.js', '74 kB'),
  entry('@caisson/core/workspace', 'packages/core/dist/workspace.js', '57 kB'),
  entry('@caisson/core/tools', 'packages/core/dist/tools.js', '24 kB'),
  entry('@caisson/core/editor', 'packages/core/dist/editor.js', '53 kB'),
  entry('@caisson/core/driver', 'packages/core/dist/driver.js', '24 kB'),
  entry('@caisson/kit/options', 'packages/kit/dist/options.js', '51 kB'),
  entry('@caisson/kit/relay', 'packages/kit/dist/relay.js', '37 kB'),
  entry('@caisson/kit/http', 'packages/kit/dist/http.js', '26 kB'),
  entry('@caisson/kit/filesystem', 'packages/kit/dist/filesystem.js', '33 kB'),
  entry('@caisson/kit/code-mode', 'packages/kit/dist/code-mode.js', '24 kB', ['esbuild']),
  entry('@caisson/kit/mounts', 'packages/kit/dist/mounts.js', '37 kB'),
  entry('@caisson/kit/templates', 'packages/kit/dist/templates.js', '31 kB'),
  entry('@caisson/e2b', 'workspaces/e2b/dist/index.js', '121 kB', ['e2b', 'esbuild']),
  entry('@caisson/daytona', 'workspaces/daytona/dist/index.js', '119 kB', ['@daytonaio/sdk', 'esbuild']),
  entry('@caisson/platform', 'workspaces/platform/dist/index.js', '122 kB', ['ws', 'esbuild']),
  entry('@caisson/s3', 'workspaces/s3/dist/index.js', '78 kB', ['@aws-sdk/client-s3']),
  entry('@caisson/gcs', 'workspaces/gcs/dist/index.js', '76 kB', ['@google-cloud/storage']),
  entry('@caisson/azure', 'workspaces/azure/dist/index.js', '76 kB', ['@azure/storage-blob', '@azure/identity']),
  entry('@caisson/mastra', 'packages/mastra/dist/index.js', '6 kB', [/^@mastra\/core/]),
]
