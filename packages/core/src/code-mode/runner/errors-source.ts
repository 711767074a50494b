/** Runner text: what is told about a thrown value. Nothing in here may throw, whatever was thrown. */
export const errorsSource: string = String.raw`
function attempt(read) {
  try {
    return read()
  } catch (error) {
    return undefined
  }
}

/** The lines of a stack that lie in the program. */
function programLines(stack) {
  return String(stack).split('\n').filter(function (line) { return /^\s+at .*program\.ts:\d/.test(line) })
}

function describeThrown(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    return { message: typeof value === 'string' ? value : 'The program threw ' + String(value) }
  }
  var message = attempt(function () { return value.message })
  var name = attempt(function () { return value.name })
  var stack = attempt(function () { return value.stack })
  var description = {}
  if (typeof message === 'string') description.message = message || String(name || 'Error')
  else description.message = 'The program threw ' + (attempt(function () { return serialize(value, 'value') }) || 'an object')
  if (value instanceof AggregateError) {
    description.message += ': ' + attempt(function () {
      return value.errors.map(function (error) { return describeThrown(error).message }).join('; ')
    })
  }
  if (typeof name === 'string' && name !== '') description.name = name
  if (typeof stack !== 'string') return description
  var lines = programLines(stack)
  var position = /^program\.ts:(\d+)/.exec(stack) || /program\.ts:(\d+)/.exec(lines[0] || '')
  if (position) description.line = Number(position[1])
  if (position && value instanceof SyntaxError && !lines.length) {
    description.message += ' (line ' + position[1] + ': ' + stack.split('\n')[1].trim() + ')'
  }
  if (lines.length) description.stack = [(description.name || 'Error') + ': ' + description.message].concat(lines).join('\n')
  return description
}
`
