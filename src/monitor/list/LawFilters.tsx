import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState } from 'react'
import { Ladder } from '../../environment/Ladder.tsx'
import { isWorseLow, type Quantity } from '../../environment/quantity.ts'
import { classKey, LEVELS, type Scale, type ScaleLevel } from '../../environment/scale.ts'
import { standardName, useClassWords, type NamedClass } from '../../environment/useClassWords.ts'
import { Popover } from '../../kit/index.ts'
import { countKey, type ClassCounts } from '../../live/deviceList.ts'
import { CLASS_FILTERS, classFilterName, SCALES } from '../classFilters.ts'
import { boundName, type MonitorParams } from '../monitorParams.ts'
import type { Standards } from './useListVerdicts.ts'
import css from './filters.module.css'

interface LawFiltersProps extends Pick<MonitorParams, 'judged' | 'bounded' | 'bound'> {
  /** undefined where nothing is judged. */
  classes: ClassCounts | undefined
  /** The scales that occur, each with the standards by which, that of most first. */
  standards: Standards
  /** By which the chosen class is; null where one standard judges all. */
  standard: string | null
  quantities: readonly Quantity[]
  /** Of the quantity that is bounded; '' where it has none. */
  unit: string
  onChange: (change: Partial<Pick<MonitorParams, 'judged' | 'standard' | 'bounded' | 'bound'>>) => void
}

/** The class and a bound on a value behind one button of the bar, which has no room for both beside the states; the button says what is chosen. */
export function LawFilters(props: LawFiltersProps) {
  const { judged, standard, bounded, bound, classes, standards, quantities, unit, onChange } = props
  const translate = useTranslate()
  const words = useClassWords()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = translate('monitor.filter.law')
  const chosen = [
    judged && classWord(words, named(judged, standard, standards)),
    judged?.andWorse && translate('monitor.filter.andWorse'),
    judged && isOneOfSeveral(judged.scale, standards) && standardName(standard ?? ''),
    bounded !== null && bound !== null && `${translate(`map.quantity.${bounded}`)} ${signOf(bounded)} ${bound}`,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.chip}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-pressed={chosen !== ''}
        aria-label={chosen === '' ? label : `${label}: ${chosen}`}
        title={chosen}
        onClick={() => setOpen(true)}
      >
        {judged ? (
          <Ladder scale={judged.scale} level={judged.level} />
        ) : (
          <SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />
        )}
        <span className={css.chosen}>{chosen || label}</span>
      </button>
      {open && (
        <Popover anchor={button} label={label} width={300} onClose={() => setOpen(false)}>
          {classes && (
            <div className={css.law}>
              <ClassSelect
                judged={judged}
                standard={standard}
                classes={classes}
                standards={standards}
                onChange={onChange}
              />
            </div>
          )}
          {quantities.length > 0 && (
            <div className={css.law}>
              <BoundFilter bounded={bounded} bound={bound} quantities={quantities} unit={unit} onChange={onChange} />
            </div>
          )}
        </Popover>
      )}
    </>
  )
}

const isOneOfSeveral = (scale: Scale, standards: Standards): boolean => (standards.get(scale)?.length ?? 0) > 1

/** A class with the standard that it is by. */
const named = ({ scale, level }: ScaleLevel, standard: string | null, standards: Standards): NamedClass => ({
  scale,
  level,
  standard: standard ?? standards.get(scale)?.[0] ?? '',
})

/** What a class is called by its standard. */
const classWord = (words: ReturnType<typeof useClassWords>, at: NamedClass): string =>
  words.short(at) || String(at.level)

/** Whether a scale knows nothing worse. */
const isLast = ({ scale, level }: ScaleLevel): boolean => level === LEVELS[scale]

const signOf = (quantity: Quantity): string => (isWorseLow(quantity) ? '≤' : '≥')

interface ClassSelectProps extends Pick<LawFiltersProps, 'judged' | 'standard' | 'standards'> {
  classes: ClassCounts
  onChange: (change: Pick<MonitorParams, 'judged' | 'standard'>) => void
}

/**
 * Narrows the list to a class of a scale by one standard, or to it and what is worse: so a class is taken at first. Each says how many devices have it, and by what,
 * where several standards judge its scale.
 */
function ClassSelect({ judged, standard, classes, standards, onChange }: ClassSelectProps) {
  const translate = useTranslate()
  const words = useClassWords()
  // What the address names stays among the choices, though nothing is judged so now.
  const groups = SCALES.flatMap((scale) =>
    (standards.get(scale) ?? (judged?.scale === scale ? [''] : [])).map((by) => ({
      label: [
        translate(`monitor.filter.scales.${scale}`),
        ...(isOneOfSeveral(scale, standards) ? [standardName(by)] : []),
      ].join(' · '),
      options: Array.from({ length: LEVELS[scale] }, (_, index) => ({ scale, level: index + 1, standard: by })),
    })),
  )
  const chosen = judged && named(judged, standard, standards)
  // Of a scale's last class nothing is worse: nobody chose that alone.
  const andWorse = judged === null || isLast(judged) || judged.andWorse
  const take = ({ scale, level, standard: by }: NamedClass, worse: boolean) =>
    onChange({
      judged:
        CLASS_FILTERS.get(classFilterName({ scale, level, andWorse: worse })) ??
        CLASS_FILTERS.get(classKey({ scale, level })) ??
        null,
      standard: isOneOfSeveral(scale, standards) ? by : null,
    })
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
                  {classWord(words, at)} {classes.get(countKey(at)) ?? 0}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {judged !== null && chosen !== null && !isLast(judged) && (
        <button
          type="button"
          className={css.chip}
          aria-pressed={judged.andWorse}
          onClick={() => take(chosen, !judged.andWorse)}
        >
          {translate('monitor.filter.andWorse')}
          <span className={css.chipCount}>{countFrom(chosen, classes)}</span>
        </button>
      )}
    </>
  )
}

/** How many devices are of a class or a worse one by its standard: each is judged once a scale. */
const countFrom = ({ scale, level, standard }: NamedClass, classes: ClassCounts): number =>
  Array.from({ length: LEVELS[scale] - level + 1 }, (_, index) => level + index).reduce(
    (sum, worse) => sum + (classes.get(countKey({ scale, level: worse, standard })) ?? 0),
    0,
  )

interface BoundFilterProps extends Pick<LawFiltersProps, 'bounded' | 'bound' | 'quantities' | 'unit'> {
  onChange: (change: Pick<MonitorParams, 'bounded' | 'bound'>) => void
}

/** Narrows the list to what is at least so much of a quantity, at most where less of it is worse, whatever the order. */
function BoundFilter({ bounded, bound, quantities, unit, onChange }: BoundFilterProps) {
  const translate = useTranslate()
  return (
    <>
      <label className={css.choice} data-on={bounded !== null || undefined}>
        <SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />
        <select
          aria-label={translate('monitor.filter.value')}
          value={bounded ?? ''}
          onChange={({ target }) =>
            onChange({ bounded: quantities.find((quantity) => quantity === target.value) ?? null, bound: null })
          }
        >
          <option value="">{translate('monitor.filter.anyValue')}</option>
          {quantities.map((quantity) => (
            <option key={quantity} value={quantity}>
              {translate(`map.quantity.${quantity}`)}
            </option>
          ))}
        </select>
        <ChevronDown size={12} strokeWidth={2} aria-hidden />
      </label>
      {bounded !== null && (
        <Bound
          key={bounded}
          quantity={bounded}
          unit={unit}
          bound={bound}
          onChange={(value) => onChange({ bounded, bound: value })}
        />
      )}
    </>
  )
}

interface BoundProps {
  quantity: Quantity
  unit: string
  bound: number | null
  onChange: (bound: number | null) => void
}

function Bound({ quantity, unit, bound, onChange }: BoundProps) {
  const translate = useTranslate()
  const name = translate(`map.quantity.${quantity}`)
  const [text, setText] = useState(bound === null ? '' : String(bound))
  return (
    <label className={css.bound}>
      <span aria-hidden="true">{signOf(quantity)}</span>
      <input
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        aria-label={translate(`monitor.filter.${boundName(quantity)}`, { name, unit })}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value === '' || !Number.isFinite(target.valueAsNumber) ? null : target.valueAsNumber)
        }}
      />
      {unit && <span aria-hidden="true">{unit}</span>}
    </label>
  )
}
