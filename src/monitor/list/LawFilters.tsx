import { clsx } from 'clsx'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useRef, useState, type ReactNode } from 'react'
import { Ladder } from '../../environment/Ladder.tsx'
import { isWorseLow, type Quantity } from '../../environment/quantity.ts'
import { standardName, useClassWords } from '../../environment/useClassWords.ts'
import { Popover } from '../../kit/index.ts'
import type { ClassCounts } from '../../live/deviceList.ts'
import { boundName, type MonitorParams } from '../monitorParams.ts'
import { classWord, isOnChip, isOneOfSeveral, withStandard, type ClassChoice } from './classChoice.ts'
import { ClassSelect } from './ClassSelect.tsx'
import css from './filters.module.css'

interface LawFiltersProps extends Omit<ClassChoice, 'onChange'>, Pick<MonitorParams, 'bounded' | 'bound'> {
  /** undefined if no device is judged. */
  classes: ClassCounts | undefined
  quantities: readonly Quantity[]
  /** Unit of the bounded quantity; '' if it has none. */
  unit: string
  onChange: (change: Partial<Pick<MonitorParams, 'judged' | 'standard' | 'bounded' | 'bound'>>) => void
  /** The state filters that a narrow bar hides. */
  children: ReactNode
}

/**
 * Panel behind one button of the bar, which has no room for every filter: all classes, a bound on a value, and the
 * state filters that a narrow bar hides. The button names the filters that no chip of the bar shows.
 */
export function LawFilters(props: LawFiltersProps) {
  const { judged, standard, bounded, bound, classes, standards, quantities, unit, onChange, children } = props
  const translate = useTranslate()
  const words = useClassWords()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const label = translate('monitor.filter.law')
  const ofClass = [
    judged && classWord(words, withStandard(judged, standard, standards)),
    judged?.andWorse && translate('monitor.filter.andWorse'),
    judged && isOneOfSeveral(judged.scale, standards) && standardName(standard ?? ''),
  ]
  const ofValue =
    bounded !== null && bound !== null && `${translate(`map.quantity.${bounded}`)} ${signOf(bounded)} ${bound}`
  const said = (parts: readonly (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' · ')
  const chosen = said([...ofClass, ofValue])
  // The text leaves out a class that a chip shows, so that the button keeps its width and pressing a chip hides no
  // other.
  const shown = said([...(classes && isOnChip(props) ? [] : ofClass), ofValue])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={clsx(css.chip, css.more)}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-pressed={chosen !== ''}
        aria-label={chosen === '' ? label : `${label}: ${chosen}`}
        title={chosen || label}
        onClick={() => setOpen(true)}
      >
        {judged ? (
          <Ladder scale={judged.scale} level={judged.level} />
        ) : (
          <SlidersHorizontal size={14} strokeWidth={1.9} aria-hidden />
        )}
        {shown !== '' && <span className={css.chosen}>{shown}</span>}
      </button>
      {open && (
        <Popover anchor={button} label={label} width={300} onClose={() => setOpen(false)}>
          <div className={css.law}>{children}</div>
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

const signOf = (quantity: Quantity): string => (isWorseLow(quantity) ? '≤' : '≥')

interface BoundFilterProps extends Pick<LawFiltersProps, 'bounded' | 'bound' | 'quantities' | 'unit'> {
  onChange: (change: Pick<MonitorParams, 'bounded' | 'bound'>) => void
}

/**
 * Filters the list by a bound on a quantity, independent of the order: a lower bound, or an upper one if lower values
 * are worse.
 */
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
