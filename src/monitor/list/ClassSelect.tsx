import { ChevronDown } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Ladder } from '../../environment/Ladder.tsx'
import { LEVELS } from '../../environment/scale.ts'
import { standardName, useClassWords, type NamedClass } from '../../environment/useClassWords.ts'
import { countKey, type ClassCounts } from '../../live/deviceList.ts'
import { SCALES } from '../classFilters.ts'
import {
  classWord,
  countOf,
  isLast,
  isOneOfSeveral,
  withStandard,
  narrowedTo,
  type ClassChoice,
} from './classChoice.ts'
import { FilterChip } from './FilterChip.tsx'
import css from './filters.module.css'

/**
 * Filters the list by a class of a scale and a standard, by default with all worse classes. Each option shows how many
 * devices have the class, and the standard where several apply to its scale.
 */
export function ClassSelect({
  judged,
  standard,
  classes,
  standards,
  onChange,
}: ClassChoice & { classes: ClassCounts }) {
  const translate = useTranslate()
  const words = useClassWords()
  // The class in the address stays among the options even if no device is judged by it now.
  const groups = SCALES.flatMap((scale) =>
    (standards.get(scale) ?? (judged?.scale === scale ? [''] : [])).map((by) => ({
      label: [
        translate(`monitor.filter.scales.${scale}`),
        ...(isOneOfSeveral(scale, standards) ? [standardName(by)] : []),
      ].join(' · '),
      options: Array.from({ length: LEVELS[scale] }, (_, index) => ({ scale, level: index + 1, standard: by })),
    })),
  )
  const chosen = judged && withStandard(judged, standard, standards)
  // Nothing is worse than a scale's last class: choosing it does not mean "only this class".
  const andWorse = judged === null || isLast(judged) || judged.andWorse
  const take = (at: NamedClass, worse: boolean) => onChange(narrowedTo(at, worse, standards))
  return (
    <>
      <label className={css.choice} data-on={judged !== null || undefined}>
        <Ladder scale={judged?.scale ?? 'a'} level={judged?.level ?? null} />
        <select
          aria-label={translate('monitor.filter.class')}
          value={chosen === null ? '' : countKey(chosen)}
          onChange={({ target }) => {
            const at = groups.flatMap(({ options }) => options).find((option) => countKey(option) === target.value)
            if (at) take(at, andWorse)
            else onChange({ judged: null, standard: null })
          }}
        >
          <option value="">{translate('monitor.filter.anyClass')}</option>
          {groups.map(({ label, options }) => (
            <optgroup key={label} label={label}>
              {options.map((at) => (
                <option key={at.level} value={countKey(at)}>
                  {classWord(words, at)} {countOf(at, false, classes)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {judged !== null && chosen !== null && !isLast(judged) && (
        <FilterChip
          on={judged.andWorse}
          count={countOf(chosen, true, classes)}
          onClick={() => take(chosen, !judged.andWorse)}
        >
          {translate('monitor.filter.andWorse')}
        </FilterChip>
      )}
    </>
  )
}
