import { registerHooks } from 'node:module'

// The sources name each other as they will be called after the build.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts')
    return nextResolve(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context)
  },
})
