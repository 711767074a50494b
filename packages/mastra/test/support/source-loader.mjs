import { registerHooks } from 'node:module'

const isMissing = process.env['MASTRA_IS_MISSING'] === '1'

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith('@mastra/core')) {
      process.stdout.write(`resolves ${specifier}\n`)
      // Looked for where nothing is installed, it is missing in the way of Node.
      if (isMissing) return nextResolve(specifier, { ...context, parentURL: 'file:///nothing/is/here.mjs' })
    }
    // The sources name each other as they will be called after the build.
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts')
    return nextResolve(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context)
  },
})
