import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import type { EpisodeSwitch } from '../../../../dataProvider/episodes/switches.ts'
import { devicePage } from '../../../../resources/menu.ts'
import { mayRead } from '../../../../resources/reads.ts'
import { useCaller } from '../../../kit/index.ts'
import { resultWords } from '../../../live/commandWords.ts'
import { switchWords } from './switchWords.ts'
import { UndoDialog } from './UndoDialog.tsx'
import { At } from './At.tsx'
import css from './detail.module.css'

/**
 * What the episode's linked control switched, what the devices did, and a button that puts it back. Nothing where the
 * episode switched nothing.
 */
export function Switches({ episode, switches }: { episode: Episode; switches: readonly EpisodeSwitch[] }) {
  const translate = useTranslate()
  const caller = useCaller()
  const [asked, ask] = useState<readonly EpisodeSwitch[] | null>(null)
  const undoable = switches.filter((one) => one.undoable)
  if (switches.length === 0) return null
  return (
    <section className={css.card} aria-label={translate('inbox.switches')}>
      <div className={css.cardHead}>
        <h3>{translate('inbox.switches')}</h3>
        {undoable.length > 1 && (
          <Button size="small" onClick={() => ask(undoable)}>
            {translate('inbox.linked.undoAll')}
          </Button>
        )}
      </div>
      <ul className={css.switches}>
        {switches.map((one) => (
          <li key={one.id}>
            <span className={css.switched}>
              <b>
                {one.device_id !== null && one.node !== null && mayRead(caller, 'live') ? (
                  <Link to={devicePage.replace(':id', String(one.device_id))}>{one.device_name}</Link>
                ) : (
                  one.device_name
                )}
              </b>
              <span>
                {one.node_name} {switchWords(one, translate)}
              </span>
            </span>
            <Result one={one} />
            <At at={one.at} />
            {one.undoable && (
              <Button
                size="small"
                aria-label={translate('inbox.linked.undoOf', { device: one.device_name, node: one.node_name })}
                onClick={() => ask([one])}
              >
                {translate('inbox.linked.undo')}
              </Button>
            )}
            {one.episode_id !== episode.id && <small>{translate('inbox.linked.caused')}</small>}
          </li>
        ))}
      </ul>
      {asked && <UndoDialog episode={episode.id} switches={asked} onClose={() => ask(null)} />}
    </section>
  )
}

function Result({ one }: { one: EpisodeSwitch }) {
  const translate = useTranslate()
  const { result, reported, reason, node, undo } = one
  const done = resultWords(result, reported, node, translate)
  const said = result === 'refused' && reason !== '' ? `${done} · ${reason}` : done
  const user = undo?.user_name || '—'
  return (
    <span className={css.result} role="status">
      <span data-result={result ?? 'waiting'}>{said}</span>
      {undo && (
        <span data-result={undo.result ?? 'waiting'}>
          {undo.result === 'confirmed'
            ? translate('inbox.linked.undone', { user })
            : undo.result === null
              ? translate('inbox.linked.undoing', { user })
              : translate('inbox.linked.notUndone', {
                  user,
                  result: resultWords(undo.result, undo.reported, node, translate),
                })}
        </span>
      )}
    </span>
  )
}
