import { useTranslate } from 'react-admin'
import type { FiredDevice } from '../../../../dataProvider/calls/alarmBacktest.ts'
import { formatTime } from '../../../admin/fields/formats.ts'
import { useLateWords } from '../../../kit/hooks/useLateWords.ts'
import { useZone } from '../../../kit/hooks/useZone.ts'
import textCss from '../../../kit/text.module.css'
import { useHoldWords } from '../../trace/useHoldWords.ts'
import css from '../alarm.module.css'

interface FiredDevicesProps {
  fired: readonly FiredDevice[]
  /** Device whose curve is drawn, which is highlighted. */
  drawn: number | null
  called: (device: { id: number; name: string }) => string
}

/**
 * Devices that would have fired: how often, and the total and longest duration as far as known; each opens to its
 * alarms.
 */
export function FiredDevices({ fired, drawn, called }: FiredDevicesProps) {
  const translate = useTranslate()
  const late = useLateWords('ruleForm')
  const zone = useZone()
  const span = useHoldWords()
  return (
    <ul className={css.fired} aria-label={translate('alarmConfig.preview.devices')}>
      {fired.map((device) => (
        <li key={device.id} aria-current={device.id === drawn || undefined}>
          <details>
            <summary>
              <span className={textCss.ellipsis} title={called(device)}>
                {called(device)}
              </span>
              <span>{translate('alarmConfig.preview.times', { smart_count: device.count, count: device.count })}</span>
              <span>{device.total !== null && late('ruleForm.total', { span: span(device.total) })}</span>
              <span>{device.longest !== null && late('ruleForm.longest', { span: span(device.longest) })}</span>
            </summary>
            <ol>
              {device.episodes.map(({ from, to }) => (
                <li key={from}>
                  {translate('alarmConfig.preview.episode', {
                    from: formatTime(from, zone),
                    to: to === null ? translate('alarmConfig.preview.lasts') : formatTime(to, zone),
                  })}
                </li>
              ))}
            </ol>
            {device.count > device.episodes.length &&
              translate('alarmConfig.preview.first', { count: device.episodes.length })}
          </details>
        </li>
      ))}
    </ul>
  )
}
