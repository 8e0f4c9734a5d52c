import { IconButton } from '@mui/material'
import { ArrowLeft } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Escalation } from '../../../../dataProvider/episodes/escalation.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { mayOpen } from '../../../../resources/kit/access.ts'
import { devicePage } from '../../../../resources/menu.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { threshold } from '../../../../resources/threshold.ts'
import { usePhone } from '../../../kit/hooks/useMedia.ts'
import { useCaller } from '../../../kit/index.ts'
import { WhyButton } from '../../trace/WhyButton.tsx'
import { useInbox } from '../InboxContext.ts'
import { LevelMark, StateBadges, useJudgedWords } from '../marks.tsx'
import { useSpan } from '../useSpan.ts'
import { ActButtons } from './ActBar.tsx'
import type { Curve } from './curvePicture.ts'
import { NextStep } from './NextStep.tsx'
import { Tell } from './Tell.tsx'
import css from './detail.module.css'

interface DetailHeadProps {
  episode: Episode
  curve: Curve
  /** The escalation's progress, where it is shown in this place. */
  escalation: Escalation | null
}

/** Title of the alarm, its state and the possible acts. */
export function DetailHead({ episode, curve, escalation }: DetailHeadProps) {
  const translate = useTranslate()
  const caller = useCaller()
  const phone = usePhone()
  const span = useSpan()
  const { now, projects } = useInbox()
  const judged = useJudgedWords()(episode)
  const { threshold_name, message, device_id, device_name, area_name, refires, fired_at, cleared_at, peak } = episode
  const rule = translate('inbox.rule', { name: [episode.node_name, judged.limit].filter(Boolean).join(' ') })
  const { threshold_id, worst_level } = episode
  // A deleted rule has no worst level.
  const seesRule = threshold_id !== null && worst_level !== null && mayOpen(caller, threshold.menuKey)
  const facts = [
    refires > 0 && translate('inbox.times', { count: refires + 1 }),
    span((cleared_at ?? now) - fired_at),
    peak !== null && translate('inbox.peak', { value: judged.value(peak) }),
  ].filter((fact) => fact !== false)
  return (
    <header className={css.head}>
      <div className={css.title}>
        {phone && <BackButton />}
        <LevelMark level={episode.level} size={22} />
        <h2>{threshold_name || message}</h2>
        {!phone && <StateBadges episode={episode} />}
        <span className={css.facts}>{!phone && facts.join(' · ')}</span>
        <Tell episode={episode} curve={curve} />
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
        <span>{projects.get(episode.project_id)}</span>
        <span>{seesRule ? <Link to={`/${threshold.path}/${threshold_id}`}>{rule}</Link> : rule}</span>
      </p>
      {!phone && (
        <div className={css.acts}>
          <ActButtons episode={episode} keys />
          <Why episode={episode} />
          {escalation && <NextStep episode={episode} escalation={escalation} />}
        </div>
      )}
      {phone && <Why episode={episode} />}
    </header>
  )
}

/** Why the alarm fired; nothing where the rule or the device was deleted, because the reason is unknown then. */
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

/** Back to the list; on a phone the detail takes the list's place. */
export function BackButton() {
  const translate = useTranslate()
  const { open } = useInbox()
  return (
    <IconButton aria-label={translate('inbox.back')} onClick={() => open(null)}>
      <ArrowLeft size={18} aria-hidden />
    </IconButton>
  )
}
