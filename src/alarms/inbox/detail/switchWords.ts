import type { EpisodeSwitch } from '../../../../dataProvider/episodes/switches.ts'
import { rawWords } from '../../../live/commandWords.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

/** Returns words like "Off → On"; raw values where the reader may not see how the node is displayed. */
export const switchWords = (
  { node, before, after }: Pick<EpisodeSwitch, 'node' | 'before' | 'after'>,
  translate: Translate,
): string => {
  const words = (value: number | null): string =>
    value === null ? '—' : node ? rawWords(node, value, translate) : String(value)
  return translate('control.fromTo', { from: words(before), to: words(after) })
}
