import { useTranslate } from 'react-admin'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { Ladder } from '../../environment/Ladder.tsx'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { useLateWords } from '../../kit/hooks/useLateWords.ts'
import type { ClassCounts, ClassFilter } from '../../live/deviceList.ts'
import { CHIPS, classWord, countOf, isOnChip, withStandard, narrowedTo, type ClassChoice } from './classChoice.ts'
import { FilterChip } from './FilterChip.tsx'
import css from './filters.module.css'

/**
 * Filter chips for classes that are worse than they should be, of the scales in use, by the standard with the most
 * stations. Chips that do not fit on the line are hidden: the panel behind the bar's last button has every class.
 * Suspends until its texts are loaded.
 */
export function ClassChips({ classes, ...choice }: ClassChoice & { classes: ClassCounts }) {
  const { judged, standards, onChange } = choice
  const translate = useTranslate()
  const say = useLateWords('liveList')
  const words = useClassWords()
  const line = useRef<HTMLDivElement>(null)
  useWithinLine(line)
  const wordOf = (chip: ClassFilter): string => {
    if (chip.scale === 'n') return say('liveList.noiseAbove')
    const name = classWord(words, withStandard(chip, null, standards))
    return chip.andWorse ? say('liveList.orWorse', { name }) : name
  }
  const onChip = isOnChip(choice)
  return (
    <div className={css.classes} ref={line} role="group" aria-label={translate('monitor.filter.class')}>
      <span className={css.bar} aria-hidden="true" />
      {CHIPS.filter(({ scale }) => standards.has(scale)).map((chip) => {
        const at = withStandard(chip, null, standards)
        const on = onChip && chip === judged
        return (
          <FilterChip
            key={`${chip.scale}${chip.level}`}
            on={on}
            count={countOf(at, chip.andWorse, classes)}
            mark={<Ladder scale={chip.scale} level={chip.level} />}
            title={[translate(`monitor.filter.scales.${chip.scale}`), wordOf(chip), standardName(at.standard)]
              .filter(Boolean)
              .join(' · ')}
            onClick={() => onChange(on ? { judged: null, standard: null } : narrowedTo(at, chip.andWorse, standards))}
          >
            {wordOf(chip)}
          </FilterChip>
        )
      })}
    </div>
  )
}

/**
 * Makes chips inert that wrap below the visible line, so that the keyboard skips them too; a chosen chip among them is
 * moved to the front, so that it is visible.
 */
function useWithinLine(ref: RefObject<HTMLElement | null>): void {
  // Counts change the width of chips: measured after every render, and when the line is resized.
  useLayoutEffect(() => {
    const line = ref.current
    if (line === null) return
    const measure = () => {
      const chips = [...line.querySelectorAll('button')]
      const isBelow = (chip: HTMLElement) => chip.offsetTop >= line.offsetTop + line.offsetHeight
      for (const chip of chips) chip.removeAttribute('data-first')
      chips
        .find((chip) => chip.getAttribute('aria-pressed') === 'true' && isBelow(chip))
        ?.setAttribute('data-first', '')
      for (const chip of chips) chip.inert = isBelow(chip)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(line)
    return () => observer.disconnect()
  })
}
