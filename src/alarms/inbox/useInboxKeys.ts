import { useListContext } from 'react-admin'
import { useEffect, useEffectEvent } from 'react'
import { useUserStore } from '../../admin/list/useUserStore.ts'
import type { InboxAct } from './acts/acted.ts'
import { useInbox } from './InboxContext.ts'
import { actsFor } from './marks.tsx'

/** Keys of the inbox, in the order of the list of keys. */
export const inboxKeys = {
  j: 'next',
  k: 'before',
  x: 'select',
  a: 'acknowledge',
  m: 'assign',
  s: 'snooze',
  c: 'comment',
  e: 'close',
  r: 'reopen',
  z: 'undo',
  '?': 'keys',
} as const satisfies Record<string, InboxAct | 'next' | 'before' | 'select' | 'undo' | 'keys'>

/**
 * Whether single letters are keys at all: users who dictate, or rest a hand on the keyboard, switch them off (WCAG
 * 2.1.4).
 */
export const useKeysOn = () => useUserStore<boolean>('alarm-inbox.keys', true)

/**
 * Moves through the inbox and acts by keys: on the ticked rows, otherwise on the episode in view, which need not be
 * listed. Inputs, and anything that opens over the page, keep their keys.
 */
export function useInboxKeys(showKeys: () => void): void {
  const inbox = useInbox()
  const { onToggleItem } = useListContext()
  const [on] = useKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
    const key = event.key.toLowerCase()
    if (!on || !Object.hasOwn(inboxKeys, key)) return
    const does = inboxKeys[key as keyof typeof inboxKeys]
    event.preventDefault()
    if (does === 'next' || does === 'before') inbox.move(does === 'next' ? 1 : -1)
    else if (does === 'keys') showKeys()
    else if (does === 'undo') {
      // An act that waits for the network is the last one done, so it is taken back first. Otherwise the key presses
      // the newest undo button, which a keyboard user could not reach by Tab in time.
      if (inbox.waiting > 0) inbox.takeBack()
      else [...document.querySelectorAll<HTMLElement>('[data-part=undo]')].at(-1)?.click()
    } else if (does === 'select') {
      if (inbox.current !== null && inbox.rows.some(({ id }) => id === inbox.current)) onToggleItem(inbox.current)
    } else {
      const { selected, opened } = inbox
      const chosen = selected.length > 0 || !opened.episode ? selected : [opened.episode]
      inbox.begin(
        does,
        chosen.filter((episode) => actsFor(episode).includes(does)),
      )
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Whether another element handles the keyboard. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('.MuiModal-root, [role=dialog][aria-modal=true]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:textarea|select)$/i.test(target.tagName) || isTyped(target)))

const isTyped = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)
