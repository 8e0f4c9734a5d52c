import { isAsShown, isOfLaw, limitFields, SCALE } from '../../../resources/kit/rule.ts'
import type { Rule } from '../rules.ts'
import { reachedRule, type Watch } from '../watch.ts'

/**
 * Returns why an alarm fired, as JSON: the rule with the limit that was reached, also in words, the value and the times
 * (epoch ms).
 */
export function firingTrace(
  watch: Watch,
  { firedAt, by, limitText }: { firedAt: number; by: 'sample' | 'clock'; limitText?: string },
): string {
  const { value, since, seenAt, ts } = watch
  return JSON.stringify({
    rule: limitOf(reachedRule(watch), ts),
    value,
    since,
    sample: ts,
    seen: seenAt,
    fired: firedAt,
    by,
    limit_text: limitText,
  })
}

/** Returns the trace with a worse limit that was reached; a text that is no trace stays as it is. */
export const reachedTrace = (trace: string | null, rule: Rule, at: number): string | null =>
  withMore(trace, { rule: limitOf(rule, at) })

/**
 * Returns the trace with the position of the device, from its record (resources/kit/places.ts): the device may be moved
 * later, the place of the firing stays.
 */
export const placedTrace = (trace: string | null, positional: string): string | null => withMore(trace, { positional })

function withMore(trace: string | null, more: object): string | null {
  try {
    const before = JSON.parse(trace ?? 'null') as object | null
    return before === null ? null : JSON.stringify({ ...before, ...more })
  } catch {
    return trace
  }
}

const limitOf = (rule: Rule, at: number) => ({
  id: rule.id,
  name: rule.name,
  ...limitFields(rule),
  hold_time: rule.hold / 1000,
  calc: rule.conditions?.calc ?? 'value',
  ...(isOfLaw(rule) && { standard: rule.judges?.get(rule.nodemap_id)?.standardAt(at) ?? null }),
  // Where no script converts the values, both scales are the same.
  limit_scale: isAsShown(rule, rule.nodemap_id) ? SCALE.shown : SCALE.stored,
})
