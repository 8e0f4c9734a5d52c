import { compileExpression, type Expression, type Primitive } from '../expression.ts'
import { reportFailure } from './failure.ts'

export { onScriptFailure } from './failure.ts'

/**
 * Returns the result of a display script for a stored value: a number, a text, a flag; the value itself if there is no
 * script. Null if nothing can be displayed: the script cannot be parsed or run, or its result is null or not a finite
 * number. Callers must not fall back on the stored value, which has another scale.
 *
 * @param script as in the node's record; null or blank for none
 */
export function applyScript(script: string | null, value: number): Primitive {
  if (script === null || script.trim() === '') return value
  const run = expressionOf(script)
  if (run === null) return null
  try {
    const result = run({ value })
    return typeof result === 'number' && !Number.isFinite(result) ? null : result
  } catch (failure) {
    fail(script, failure)
    return null
  }
}

/** Returns the displayed number for a stored value; null if nothing or a text is displayed. */
export function shownNumber(script: string | null, value: number): number | null {
  const result = applyScript(script, value)
  return typeof result === 'number' ? result : null
}

/** Compiled scripts by text, which all devices of a model share; null for a script that cannot be run. */
const expressions = new Map<string, Expression | null>()
const MAX_EXPRESSIONS = 1000

function expressionOf(script: string): Expression | null {
  const known = expressions.get(script)
  if (known !== undefined) return known
  if (expressions.size >= MAX_EXPRESSIONS) expressions.clear()
  try {
    const expression = compileExpression(script)
    expressions.set(script, expression)
    return expression
  } catch (failure) {
    fail(script, failure)
    return null
  }
}

/** A script that failed once is not run again: a script fails at run time only by the length of a text it builds. */
function fail(script: string, failure: unknown): void {
  expressions.set(script, null)
  reportFailure(script, failure)
}
