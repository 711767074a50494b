import type { MountPlan } from './mount-plan.js'

/**
 * What is handed to the script beside its text: a line for each file and variable. Backslashes and line ends are written
 * out, as the shell's `printf %b` reads them.
 */
export function secretLines(plans: readonly MountPlan[]): string | undefined {
  const lines = plans.flatMap(({ index, recipe }) => [
    ...Object.entries(recipe.files).map(([name, content]) => `${index} file ${name} ${escape(content)}\n`),
    ...Object.entries(recipe.environment).map(([name, value]) => `${index} variable ${name} ${escape(value)}\n`),
  ])
  return lines.length === 0 ? undefined : `${lines.join('')}end\n`
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
