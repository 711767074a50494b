import { consoleSource } from './console-source.js'
import { errorsSource } from './errors-source.js'
import { linkSource } from './link-source.js'
import { mainSource } from './main-source.js'
import { valuesSource } from './values-source.js'

/**
 * The text of the runner: an expression that is a function of the boot message and of `require`. Plain JavaScript for
 * Node 18 and newer. It is kept as text, since a compiled function changes with the tool that bundles it.
 */
export const runnerSource: string = `(function (boot, load) {
'use strict'
var stringify = JSON.stringify
${[linkSource, valuesSource, errorsSource, consoleSource, mainSource].map((part) => part.trim()).join('\n\n')}
start(boot, load)
})`
