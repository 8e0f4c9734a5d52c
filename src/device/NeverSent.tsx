import { RadioTower } from 'lucide-react'
import { useTranslate } from 'react-admin'
import type { DeviceState } from '../../dataProvider/normalise.ts'
import { device as devices } from '../../resources/device.ts'
import { CredentialTab } from '../entities/device/CredentialTab.tsx'
import { useMayRenew } from '../entities/device/useMayRenew.ts'
import { EmptyState, useExtensions } from '../kit/index.ts'
import { Card } from './Card.tsx'
import css from './devicePage.module.css'

/** Instructions for a device that has never sent a value: it is not offline, but waits to be connected. */
export function NeverSent({ device }: { device: DeviceState }) {
  const translate = useTranslate()
  const mayRenew = useMayRenew(devices)
  const telemetry = useExtensions()?.has('telemetry') === true
  return (
    <Card title={translate('devicePage.neverTitle')}>
      <EmptyState
        icon={<RadioTower />}
        title={translate('devicePage.never')}
        hint={translate('devicePage.neverHint')}
      />
      {mayRenew && <CredentialTab owner="godbDevice" id={device.id} />}
      {telemetry && (
        <>
          <p className={css.small}>{translate('devicePage.test')}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has no control of its own: without this the keyboard cannot read on (WCAG 2.1.1) */}
          <pre className={css.command} tabIndex={0} aria-label={translate('devicePage.test')}>
            {commandOf(device, translate('dashboard.start.credential'))}
          </pre>
        </>
      )}
    </Card>
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
