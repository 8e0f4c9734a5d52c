import { compileExpression, type Expression, type Primitive } from '../expression.ts'
import { tellFailure } from './failure.ts'

export { onScriptFailure } from './failure.ts'

/**
 * What a display script makes of a stored value: a number, words, a flag; the value itself where there is no script. Null where nothing can be shown: the
 * script cannot be read or run, or its result is nothing or no finite number. Nobody falls back on the stored value then, which has another scale.
 *
 * @param script as the node's record has it; null or blank for none
 */
export function scripted(script: string | null, value: number): Primitive {
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

/** A stored value as the number that is shown; null where nothing is shown, or words. */
export function shownNumber(script: string | null, value: number): number | null {
  const result = scripted(script, value)
  return typeof result === 'number' ? result : null
}

/** Scripts by their text, which all devices of a model share; null for one that cannot be run. */
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

/** A script that failed once is not run again: it only fails by the length of a text that it makes. */
function fail(script: string, failure: unknown): void {
  expressions.set(script, null)
  tellFailure(script, failure)
}
