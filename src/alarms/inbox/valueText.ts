import type { Episode } from '../../../dataProvider/episodes/rows.ts'
import { readNode } from '../../../resources/kit/reading.ts'

/** Returns a raw value as its node shows it; a dash where there is none. */
export function valueText(
  { node_script, registertype }: Pick<Episode, 'node_script' | 'registertype'>,
  value: number | null,
): string {
  const reading = readNode({ node_script, registertype, value })
  if (reading.kind === 'none') return '—'
  return reading.kind === 'switch' ? (reading.on ? '1' : '0') : reading.text
}
