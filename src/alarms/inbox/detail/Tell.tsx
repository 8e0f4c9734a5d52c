import { IconButton, Tooltip } from '@mui/material'
import { ImageDown, Link2, Send, Share2, Split } from 'lucide-react'
import { useAddUndoableMutation, useNotify, useTranslate } from 'react-admin'
import { useState } from 'react'
import { actOnEpisode } from '../../../../dataProvider/episodes/calls.ts'
import type { Episode } from '../../../../dataProvider/episodes/rows.ts'
import { mapLink } from '../../../../resources/kit/places.ts'
import { download } from '../../../kit/download.ts'
import { Menu, MenuItem, messageOf, useExtensions } from '../../../kit/index.ts'
import { nameOf } from '../acts/acted.ts'
import { inOrder, isLastMade, noteOwnVersions, type Made } from '../acts/sending.ts'
import { useReload } from '../acts/useReload.ts'
import { useJudgedWords } from '../marks.tsx'
import { valueText } from '../valueText.ts'
import { curvePicture, PNG, type Curve } from './curvePicture.ts'
import { TellDialog } from './TellDialog.tsx'
import { useStoredPlace } from './useStoredPlace.ts'
import css from './detail.module.css'

interface TellProps {
  episode: Episode
  curve: Curve
}

/**
 * Hands the alarm to colleagues: its address with a map position, messages, the machine's own sharing, and the curve as
 * a picture. Also takes the episode out of its incident.
 */
export function Tell({ episode, curve }: TellProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const addUndoable = useAddUndoableMutation()
  const reload = useReload()
  const tells = useExtensions()?.has('alarm-tell') === true
  const [telling, setTelling] = useState(false)
  const address = () => `${location.origin}${location.pathname}?detail=${episode.id}`
  const { behind } = useJudgedWords()(episode)
  const { known } = useStoredPlace(episode)
  const text = [
    `${episode.threshold_name} · ${episode.device_name} ${valueText(episode, episode.value)} ${behind}`,
    ...(known ? [mapLink(episode.device_name, known)] : []),
  ].join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${text}\n${address()}`)
      notify('inbox.copied', { type: 'success' })
    } catch {
      notify('inbox.notCopied', { type: 'error' })
    }
  }
  const share = async () => {
    const picture = sharesPictures() ? await curvePicture(episode, curve).catch(() => null) : null
    const said = { title: episode.threshold_name, text, url: address() }
    // A user who closes the choice of apps has shared nothing; that is not a failure.
    await navigator.share(picture ? { ...said, files: [picture] } : said).catch(() => {})
  }
  const putBack = async (made: Made) => {
    if (!isLastMade(made)) return
    try {
      noteOwnVersions([{ ok: true, episode: await actOnEpisode(episode.id, 'undo') }])
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
    }
    reload()
  }
  const split = async () => {
    try {
      const made = { ok: true, episode: await actOnEpisode(episode.id, 'split') }
      noteOwnVersions([made])
      addUndoable(({ isUndo }) => {
        if (isUndo) void inOrder(() => putBack(made))
      })
      notify(`${translate('inbox.didSplit')} · ${nameOf(episode)}`, {
        type: 'success',
        undoable: true,
        isOver: () => !isLastMade(made),
      })
    } catch (failure) {
      notify(messageOf(failure, translate), { type: 'error' })
    }
    // Also after a failure: the act may have succeeded, or the episode may be in another incident since.
    reload()
  }
  return (
    <span className={css.tell}>
      {episode.incident !== null && episode.work !== 'closed' && (
        <Tooltip title={translate('inbox.split')}>
          <IconButton aria-label={translate('inbox.split')} onClick={() => void split()}>
            <Split size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      <Tooltip title={translate('inbox.copy')}>
        <IconButton aria-label={translate('inbox.copy')} onClick={() => void copy()}>
          <Link2 size={16} aria-hidden />
        </IconButton>
      </Tooltip>
      {tells && (
        <Tooltip title={translate('inbox.tell.ask')}>
          <IconButton
            aria-label={translate('inbox.tell.ask')}
            aria-haspopup="dialog"
            data-part="tell"
            onClick={() => setTelling(true)}
          >
            <Send size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      {telling && <TellDialog key={episode.id} episode={episode} curve={curve} onClose={() => setTelling(false)} />}
      {'share' in navigator && (
        <Tooltip title={translate('inbox.share')}>
          <IconButton aria-label={translate('inbox.share')} onClick={() => void share()}>
            <Share2 size={16} aria-hidden />
          </IconButton>
        </Tooltip>
      )}
      {!sharesPictures() && <PictureMenu episode={episode} curve={curve} />}
    </span>
  )
}

/** Menu that copies or saves the picture, where the browser cannot share pictures. */
function PictureMenu({ episode, curve }: TellProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('inbox.curve.picture')
  const made = async (): Promise<File> => {
    const picture = await curvePicture(episode, curve)
    if (!picture) throw new Error('inbox.noCurve')
    return picture
  }
  const save = async () => {
    try {
      const picture = await made()
      download(picture.name, picture)
    } catch {
      notify('inbox.noCurve', { type: 'warning' })
    }
  }
  const copy = async () => {
    if (!curve.current) return notify('inbox.noCurve', { type: 'warning' })
    try {
      // A promise, not the finished picture: some browsers allow copying only while the click is being handled.
      await navigator.clipboard.write([new ClipboardItem({ [PNG]: made() })])
      notify('inbox.copied', { type: 'success' })
    } catch {
      notify('inbox.notCopied', { type: 'error' })
    }
  }
  const chosen = (act: () => Promise<void>) => () => {
    setAnchor(null)
    void act()
  }
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ImageDown size={16} aria-hidden />
        </IconButton>
      </Tooltip>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          {copiesPictures() && <MenuItem onClick={chosen(copy)}>{translate('inbox.curve.copy')}</MenuItem>}
          <MenuItem onClick={chosen(save)}>{translate('inbox.curve.save')}</MenuItem>
        </Menu>
      )}
    </>
  )
}

const sharesPictures = (): boolean =>
  'canShare' in navigator && navigator.canShare({ files: [new File([], 'alarm.png', { type: PNG })] })

const copiesPictures = (): boolean => 'ClipboardItem' in globalThis && 'clipboard' in navigator
