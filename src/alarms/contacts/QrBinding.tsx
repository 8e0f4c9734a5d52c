import { clsx } from 'clsx'
import { CircleCheck, LoaderCircle, RotateCcw } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import type { QrScene } from '../../../dataProvider/calls/alarmConfig.ts'
import { useClock } from '../../live/useClock.ts'
import { InlineError } from '../../kit/index.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import { useBinding, type Binding } from './useBinding.ts'
import css from './bind.module.css'

interface QrBindingProps {
  districtId: number
  /** Whether an account is bound already. */
  bound: boolean
  save: (openid: string) => Promise<void>
}

/** The QR code with its state: how long it is valid, expired, or scanned. */
export function QrBinding({ districtId, bound, save }: QrBindingProps) {
  const translate = useTranslate()
  // A binding that this dialog made itself is not reported as an existing one.
  const [wasBound] = useState(bound)
  const { binding, refresh, retrySave } = useBinding(districtId, save)
  if (binding.state === 'failed') return <InlineError error={binding.error} onRetry={refresh} />
  return (
    <div className={css.qr}>
      {wasBound && binding.state !== 'bound' && <p className={css.qrNote}>{translate('alarmConfig.bind.nowBound')}</p>}
      <div className={css.qrFrame} data-state={binding.state}>
        {binding.state === 'preparing' ? <Preparing /> : <Code scene={binding.scene} />}
        <Overlay binding={binding} refresh={refresh} />
      </div>
      <Status binding={binding} />
      {binding.state === 'waiting' && binding.trouble && (
        <InlineError error="alarmConfig.bind.trouble" tone="warning" />
      )}
      {binding.state === 'saving' && binding.error !== null && (
        <InlineError error={binding.error} onRetry={retrySave} />
      )}
      {binding.state === 'waiting' && <LocalPage url={binding.scene.url} />}
    </div>
  )
}

/** Placeholder for the code until the contact is known. */
export function QrRoom() {
  return (
    <div className={css.qr}>
      <div className={css.qrFrame}>
        <Preparing />
      </div>
      <Status binding={{ state: 'preparing' }} />
    </div>
  )
}

const Preparing = () => <LoaderCircle className={css.spin} size={24} aria-hidden />

function Overlay({ binding, refresh }: { binding: Binding; refresh: () => void }): ReactNode {
  const translate = useTranslate()
  if (binding.state === 'expired')
    return (
      <div className={css.qrOver}>
        <p role="status">{translate('alarmConfig.bind.expired')}</p>
        <button type="button" className={clsx(fieldsCss.link, css.qrLink)} onClick={refresh} autoFocus>
          <RotateCcw size={14} aria-hidden />
          {translate('alarmConfig.bind.refresh')}
        </button>
      </div>
    )
  if (binding.state !== 'bound') return null
  return (
    <div className={css.qrOver}>
      <CircleCheck className={css.qrDone} size={32} aria-hidden />
      <p role="status">{translate('alarmConfig.bind.success')}</p>
    </div>
  )
}

/** One line below the code. Screen readers announce only changes of the state, not the seconds. */
function Status({ binding }: { binding: Binding }) {
  const translate = useTranslate()
  if (binding.state === 'waiting')
    return (
      <>
        <p>{translate('alarmConfig.bind.hint')}</p>
        <Left end={binding.end} />
      </>
    )
  if (binding.state === 'preparing') return <p role="status">{translate('alarmConfig.bind.preparing')}</p>
  return binding.state === 'saving' && binding.error === null ? (
    <p role="status">{translate('alarmConfig.bind.saving')}</p>
  ) : null
}

function Left({ end }: { end: number }) {
  const translate = useTranslate()
  const now = useClock(1000)
  return (
    <p className={css.qrLeft}>
      {translate('alarmConfig.bind.left', { seconds: Math.max(0, Math.floor((end - now) / 1000)) })}
    </p>
  )
}

/**
 * Older platforms send a ticket only: the code is then WeChat's own picture, which a strict content security policy may
 * block.
 */
function Code({ scene: { url, ticket } }: { scene: QrScene }) {
  const translate = useTranslate()
  const [blocked, setBlocked] = useState(false)
  if (url !== null)
    return (
      <QRCodeSVG value={url} size={200} marginSize={2} role="img" aria-label={translate('alarmConfig.bind.code')} />
    )
  const picture = `https://mp.weixin.qq.com/cgi-bin/showqrcode?ticket=${encodeURIComponent(ticket)}`
  if (!blocked)
    return (
      <img
        src={picture}
        alt={translate('alarmConfig.bind.code')}
        width={200}
        height={200}
        onError={() => setBlocked(true)}
      />
    )
  return (
    <div className={css.qrBlocked}>
      <p role="alert">{translate('alarmConfig.bind.blocked')}</p>
      <a className={clsx(fieldsCss.link, css.qrLink)} href={picture} target="_blank" rel="noreferrer">
        {translate('alarmConfig.bind.openImage')}
      </a>
    </div>
  )
}

/** Without an official account the code opens a page of the platform itself, which this computer can open as well. */
function LocalPage({ url }: { url: string | null }) {
  const translate = useTranslate()
  if (url === null || !/^https?:\/\/[^/]+\/wx\//.test(url)) return null
  return (
    <a className={clsx(fieldsCss.link, css.qrLink)} href={url} target="_blank" rel="noreferrer">
      {translate('alarmConfig.bind.open')}
    </a>
  )
}
