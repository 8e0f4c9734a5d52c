/** com_oper of a threshold (spec 2 §9). */
export type Operator = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

interface OperatorWords {
  /** Whether a value breaks the rule; y counts for 6 and 7 only. */
  broken: (value: number, x: number, y: number) => boolean
  /** The rule as people write it, the same in every language. */
  text: (name: string, x: string, y: string) => string
}

/**
 * The eight comparisons. "Between" and "outside" leave their limits out: a value that equals a limit breaks neither. Both take their
 * limits in either order.
 */
export const operators: Record<Operator, OperatorWords> = {
  0: { broken: (value, x) => value > x, text: (name, x) => `${name} > ${x}` },
  1: { broken: (value, x) => value >= x, text: (name, x) => `${name} ≥ ${x}` },
  2: { broken: (value, x) => value === x, text: (name, x) => `${name} = ${x}` },
  3: { broken: (value, x) => value <= x, text: (name, x) => `${name} ≤ ${x}` },
  4: { broken: (value, x) => value < x, text: (name, x) => `${name} < ${x}` },
  5: { broken: (value, x) => value !== x, text: (name, x) => `${name} ≠ ${x}` },
  6: { broken: (value, x, y) => value > Math.min(x, y) && value < Math.max(x, y), text: (name, x, y) => `${x} < ${name} < ${y}` },
  7: { broken: (value, x, y) => value < Math.min(x, y) || value > Math.max(x, y), text: (name, x, y) => `${name} < ${x} | ${name} > ${y}` },
}

export const isOperator = (value: unknown): value is Operator => Object.hasOwn(operators, String(value))
