import { Button } from '@mui/material'
import { clsx } from 'clsx'
import { ArrowRight, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { followStart } from '../kit/startTrail.ts'
import { useExtensions } from '../kit/index.ts'
import { useSteps } from './useSteps.ts'
import css from './dashboard.module.css'

/**
 * The setup steps of an empty platform, in order, ticked when done, each with a link to its page. The first value ends
 * it. `device`: the first existing one.
 */
export function Onboarding({ device }: { device: DeviceState | null }) {
  const translate = useTranslate()
  const takesTelemetry = useExtensions()?.has('telemetry')
  const steps = useSteps(device?.id ?? null)
  useEffect(() => followStart(true), [])
  // A device may connect without a gateway: once a device exists, the gateway step is not waited for.
  const next = steps.find(({ name, done }) => done === false && !(name === 'gateway' && device !== null))
  const count = steps.filter(({ done }) => done).length
  return (
    <section className={clsx(css.card, css.start)} aria-label={translate('dashboard.start.title')}>
      <header className={css.startHead}>
        <h2>{translate('dashboard.start.title')}</h2>
        <p>{translate('dashboard.start.hint')}</p>
        <p role="status">{translate('dashboard.start.done', { count, all: steps.length })}</p>
      </header>
      <ol>
        {steps.map(({ name, done, to, waits }, index) => {
          const Mark = done === null ? CircleHelp : done ? CircleCheck : CircleDashed
          return (
            <li key={name} data-done={done || undefined} aria-current={name === next?.name ? 'step' : undefined}>
              <Mark
                size={20}
                strokeWidth={1.75}
                role="img"
                aria-label={translate(
                  done === null ? 'shell.status.unknown' : done ? 'dashboard.start.ready' : 'dashboard.start.open',
                )}
              />
              <div>
                <h3>{`${index + 1}. ${translate(`dashboard.steps.${name}`)}`}</h3>
                <p>{translate(`dashboard.stepHints.${name}`)}</p>
                {name === 'telemetry' && device && takesTelemetry && (
                  <code className={css.startCommand}>{commandOf(device, translate('dashboard.start.credential'))}</code>
                )}
              </div>
              {waits && (
                <Button size="small" className={css.go} aria-disabled title={translate('dashboard.start.modelFirst')}>
                  {translate(`dashboard.stepActions.${name}`)}
                  <ArrowRight size={14} aria-hidden />
                </Button>
              )}
              {to !== null && (
                <Button
                  to={to}
                  component={Link}
                  variant={name === next?.name ? 'contained' : 'outlined'}
                  color={name === next?.name ? 'primary' : 'inherit'}
                  size={name === next?.name ? 'medium' : 'small'}
                  className={css.go}
                >
                  {translate(done ? 'dashboard.start.view' : `dashboard.stepActions.${name}`)}
                  <ArrowRight size={14} aria-hidden />
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/**
 * Returns a command that sends a first value by HTTP, to be pasted after the credential has been inserted
 * (docs/wire.md, telemetry).
 */
function commandOf({ sn, nodes }: DeviceState, credential: string): string {
  const body = JSON.stringify([{ sn, values: { [nodes[0]?.id ?? 1]: 23.5 } }])
  return `curl -X POST ${location.origin}/v1/telemetry -H 'Authorization: Bearer <${credential}>' -H 'Content-Type: application/json' -d '${body}'`
}
