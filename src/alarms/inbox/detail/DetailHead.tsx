import { IconButton } from '@mui/material'
import { ArrowLeft, Link2, Send, Share2, Split } from 'lucide-react'
import { useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { actOnEpisode } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { devicePage } from '../../../../resources/menu.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { messageOf, useCaller, useExtensions } from '../../../kit/index.ts'
import { WhyButton } from '../../trace/WhyButton.tsx'
import { useReload } from '../acts/useReload.ts'
import { useInbox } from '../InboxContext.ts'
import { LevelMark, limitText, StateBadges, valueText } from '../marks.tsx'
import { useSpan } from '../useSpan.ts'
import { ActButtons } from './ActBar.tsx'
import { TellDialog } from './TellDialog.tsx'
import css from './detail.module.css'

/** What it is, how it stands and what to do. */
export function DetailHead({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const caller = useCaller()
  const phone = usePhone()
  const span = useSpan()
  const { open, now } = useInbox()
  const { threshold_name, message, device_id, device_name, area_name, refires, fired_at, cleared_at, peak } = episode
  const facts = [
    refires > 0 && translate('inbox.times', { count: refires + 1 }),
    span((cleared_at ?? now) - fired_at),
    peak !== null && translate('inbox.peak', { value: valueText(episode, peak) }),
  ].filter((fact) => fact !== false)
  return (
    <header className={css.head}>
      <div className={css.title}>
        {phone && (
          <IconButton aria-label={translate('inbox.back')} onClick={() => open(null)}>
            <ArrowLeft size={18} aria-hidden />
          </IconButton>
        )}
        <LevelMark level={episode.level} size={22} />
        <h2>{threshold_name || message}</h2>
        {!phone && <StateBadges episode={episode} />}
        <span className={css.facts}>{!phone && facts.join(' · ')}</span>
        <Tell episode={episode} />
      </div>
      {phone && (
        <p className={css.badges}>
          <StateBadges episode={episode} />
          <span className={css.facts}>{facts.slice(0, 2).join(' · ')}</span>
        </p>
      )}
      <p className={css.where}>
        {device_id !== null && mayRead(caller, 'live') ? (
          <Link to={devicePage.replace(':id', String(device_id))}>{device_name}</Link>
        ) : (
          device_name
        )}
        <span>{area_name}</span>
        <span>
          {translate('inbox.rule', { name: [episode.node_name, limitText(episode)].filter(Boolean).join(' ') })}
        </span>
      </p>
      {!phone && (
        <div className={css.acts}>
          <ActButtons episode={episode} keys />
          <Why episode={episode} />
        </div>
      )}
      {phone && <Why episode={episode} />}
    </header>
  )
}

/** Why it fired; of a rule or device that is gone nobody can say. */
function Why({ episode }: { episode: Episode }) {
  const { threshold_id, threshold_name, device_id, device_name, fired_at } = episode
  if (threshold_id === null || device_id === null) return null
  return (
    <WhyButton
      key={episode.id}
      rule={{ id: threshold_id, name: threshold_name }}
      device={{ id: device_id, name: device_name }}
      firedAt={fired_at}
    />
  )
}

/** Tells colleagues: the address, messages, and what this machine shares by; takes it out of its incident. */
function Tell({ episode }: { episode: Episode }) {
  const translate = useTranslate()
  const notify = useNotify()
  const reload = useReload()
  const tells = useExtensions()?.has('alarm-tell') === true
  const [telling, setTelling] = useState(false)
  const address = () => `${location.origin}${location.pathname}?detail=${episode.id}`
  const text = `${episode.threshold_name} · ${episode.device_name} ${valueText(episode, episode.value)} ${limitText(episode)} ${episode.unitname}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${text}\n${address()}`)
      notify('inbox.copied', { type: 'success' })
    } catch {
      notify('inbox.notCopied', { type: 'error' })
    }
  }
  const share = () => void navigator.share({ title: episode.threshold_name, text, url: address() }).catch(() => {})
  const split = async () => {
    try {
      await actOnEpisode(episode.id, 'split')
      notify('inbox.didSplit', { type: 'success' })
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
    }
    // Also after a failure: it may have been done, or be another's incident by now.
    reload()
  }
  return (
    <span className={css.tell}>
      {episode.incident !== null && episode.work !== 'closed' && (
        <IconButton aria-label={translate('inbox.split')} title={translate('inbox.split')} onClick={() => void split()}>
          <Split size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton aria-label={translate('inbox.copy')} title={translate('inbox.copy')} onClick={() => void copy()}>
        <Link2 size={16} aria-hidden />
      </IconButton>
      {tells && (
        <IconButton
          aria-label={translate('inbox.tell.ask')}
          title={translate('inbox.tell.ask')}
          aria-haspopup="dialog"
          data-part="tell"
          onClick={() => setTelling(true)}
        >
          <Send size={16} aria-hidden />
        </IconButton>
      )}
      {telling && <TellDialog key={episode.id} episode={episode} onClose={() => setTelling(false)} />}
      {'share' in navigator && (
        <IconButton aria-label={translate('inbox.share')} title={translate('inbox.share')} onClick={share}>
          <Share2 size={16} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}
