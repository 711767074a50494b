import path from 'node:path'

/** The folder of the checkout. */
export const repositoryRoot: string = path.resolve(import.meta.dirname, '../../..')
