import { fileURLToPath } from 'node:url'

/** This file, or the built one that has it inside; the CommonJS build knows no `import.meta`. */
export const moduleFile: string = typeof __filename === 'string' ? __filename : fileURLToPath(import.meta.url)
