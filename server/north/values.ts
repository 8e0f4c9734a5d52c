import { compileExpression, type Expression } from '../../resources/kit/expression.ts'
import type { NorthNode } from './format.ts'

/** A display script; one that does not parse counts as a script without result. */
export function compiled(script: string): Expression {
  try {
    return compileExpression(script)
  } catch {
    return () => null
  }
}

/** A value as the console shows it; null where its script gives nothing that can be sent. */
export function displayedValue(value: number, script: Expression | undefined): NorthNode['value'] {
  if (!script) return value
  try {
    const result = script({ value })
    return typeof result === 'number' && !Number.isFinite(result) ? null : result
  } catch {
    return null
  }
}
