import { Button, OutlinedInput } from '@mui/material'
import { ArrowLeft, ArrowRight, ChartSpline, History, Undo2 } from 'lucide-react'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'
import { useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { nodeSamples } from '../../../../dataProvider/calls/device.ts'
import { DAY } from '../../../../resources/kit/zone.ts'
import { InlineError } from '../../../kit/index.ts'
import { dayFromSamples, HOURS, shiftHours, smoothed, type DayPart } from './day.ts'
import type { DayForm } from './useDay.ts'
import css from './day.module.css'

/** Number of days that are averaged; the samples of more days would keep the dialog waiting. */
const DAYS = 3

/** Actions on a whole day at once. Each is one undo step. */
export function DayTools({ day, change, settle, undo }: DayForm) {
  const translate = useTranslate()
  const [text, setText] = useState('')
  const value = text.trim() === '' ? Number.NaN : Number(text)
  const act = (name: string, next: Parameters<DayForm['change']>[0]) => {
    settle()
    change(next, name)
    settle()
  }
  const setAll = (part: DayPart) =>
    Number.isFinite(value) && act('all', { [part]: HOURS.map(() => (part === 'rand' ? Math.abs(value) : value)) })
  const shift = (by: number) => act('shift', { base: shiftHours(day.base, by), rand: shiftHours(day.rand, by) })
  return (
    <div className={css.tools} role="toolbar" aria-label={translate('device.day.tools')}>
      <span className={css.all}>
        <OutlinedInput
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={translate('device.day.value')}
          error={text !== '' && !Number.isFinite(value)}
          inputProps={{ inputMode: 'decimal', 'aria-label': translate('device.day.valueForAll') }}
          onKeyDown={(event) => {
            // Enter applies this value instead of submitting the form.
            if (event.key !== 'Enter') return
            event.preventDefault()
            setAll('base')
          }}
        />
        <Button size="small" aria-disabled={!Number.isFinite(value)} onClick={() => setAll('base')}>
          {translate('device.day.allBase')}
        </Button>
        <Button size="small" aria-disabled={!Number.isFinite(value)} onClick={() => setAll('rand')}>
          {translate('device.day.allRand')}
        </Button>
      </span>
      <Button
        size="small"
        startIcon={<ChartSpline size={14} aria-hidden />}
        onClick={() => act('smooth', { base: smoothed(day.base), rand: smoothed(day.rand) })}
      >
        {translate('device.day.smooth')}
      </Button>
      <Button size="small" startIcon={<ArrowLeft size={14} aria-hidden />} onClick={() => shift(-1)}>
        {translate('device.day.earlier')}
      </Button>
      <Button size="small" startIcon={<ArrowRight size={14} aria-hidden />} onClick={() => shift(1)}>
        {translate('device.day.later')}
      </Button>
      <FromHistory onDay={(next) => act('history', next)} />
      <Button
        size="small"
        startIcon={<Undo2 size={14} aria-hidden />}
        aria-disabled={undo === null}
        onClick={() => undo?.()}
      >
        {translate('device.day.undo')}
      </Button>
    </div>
  )
}

/** Button that takes the hourly averages of what the node has sent; says so where it has sent nothing. */
function FromHistory({ onDay }: { onDay: (day: { base: readonly number[]; rand: readonly number[] }) => void }) {
  const translate = useTranslate()
  const [device, node]: unknown[] = useWatch({ name: ['device_id', 'nodemap_id'] })
  const zone = useZone()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const ready = Number(device) > 0 && Number(node) > 0
  // A late answer must not be applied to a node that was chosen meanwhile.
  const chosen = `${String(device)} ${String(node)}`
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  const copy = async () => {
    if (busy || !ready) return
    setBusy(true)
    setProblem(null)
    try {
      const now = platformNow()
      const samples = await nodeSamples(Number(device), Number(node), now - DAYS * DAY, now)
      if (latest.current !== chosen) return
      const found = dayFromSamples(samples, zone)
      if (found) onDay(found)
      else setProblem('device.day.noHistory')
    } catch (failure) {
      if (latest.current === chosen) setProblem(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        startIcon={<History size={14} aria-hidden />}
        aria-disabled={!ready || busy}
        aria-busy={busy}
        onClick={() => void copy()}
      >
        {translate('device.day.history', { days: DAYS })}
      </Button>
      {problem !== null && (
        <div className={css.problem}>
          <InlineError error={problem} tone={problem === 'device.day.noHistory' ? 'info' : 'error'} />
        </div>
      )}
    </>
  )
}
