import { useCallback, useMemo, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Values } from '../../../../resources/kit/validate.ts'
import { fieldOf, HOURS, type DayValues, type DayPart } from './day.ts'

const NAMES = (['base', 'rand'] as const).flatMap((part) => HOURS.map((hour) => fieldOf(part, hour)))
/** Maximum number of undo steps. */
const MAX_STEPS = 100

export interface DayForm {
  /** The 48 values as numbers; text that is not a number counts as 0. */
  day: DayValues
  /** Changes values; one `gesture` (a drag, presses of one key, typing in one cell) is one undo step. */
  change: (next: Partial<Record<DayPart, readonly number[]>>, gesture: string) => void
  /** To be called before the user types into a cell of the form itself. */
  remember: (gesture: string) => void
  /** Ends a gesture: the next change is an undo step of its own. */
  settle: () => void
  /** null where there is nothing to undo. */
  undo: (() => void) | null
}

/** Returns the 48 fields of a virtual rule as one day, with undo. */
export function useDay(): DayForm {
  const { control, getValues, setValue, trigger } = useFormContext<Values>()
  const texts = useWatch({ control, name: NAMES })
  const day = useMemo(() => ({ base: texts.slice(0, 24).map(numberOf), rand: texts.slice(24).map(numberOf) }), [texts])
  const [steps, setSteps] = useState<readonly (readonly unknown[])[]>([])
  const gestureNow = useRef('')

  const remember = useCallback(
    (gesture: string) => {
      if (gesture === gestureNow.current) return
      gestureNow.current = gesture
      const before = getValues(NAMES)
      setSteps((known) => [...known, before].slice(-MAX_STEPS))
    },
    [getValues],
  )
  const settle = useCallback(() => {
    gestureNow.current = ''
  }, [])
  const write = useCallback(
    (values: readonly (readonly [name: string, value: unknown])[]) => {
      const changed = values.filter(([name, value]) => getValues(name) !== value)
      for (const [name, value] of changed) setValue(name, value, { shouldDirty: true, shouldTouch: true })
      void trigger(changed.map(([name]) => name))
    },
    [getValues, setValue, trigger],
  )
  const change = useCallback(
    (next: Partial<Record<DayPart, readonly number[]>>, gesture: string) => {
      remember(gesture)
      write(
        (['base', 'rand'] as const).flatMap((part) =>
          (next[part] ?? []).map((value, hour) => [fieldOf(part, hour), String(value)] as const),
        ),
      )
    },
    [remember, write],
  )
  const undo = () => {
    const before = steps.at(-1)
    if (!before) return
    settle()
    setSteps(steps.slice(0, -1))
    write(NAMES.map((name, index) => [name, before[index]] as const))
  }
  return { day, change, remember, settle, undo: steps.length > 0 ? undo : null }
}

function numberOf(text: unknown): number {
  const value = Number(text)
  return Number.isFinite(value) ? value : 0
}
