import { useNotify, useTranslate } from 'react-admin'
import { useRef } from 'react'
import { call } from '../../../dataProvider/http.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { display } from '../../../resources/display.ts'
import { useSaved } from '../../admin/useSaved.ts'
import { messageOf } from '../../kit/index.ts'

/**
 * Returns a function that moves a display screen to the top of its project (PUT godbDatashowMakeTop); one call at a
 * time.
 */
export function useMakeTop(row: Row): () => Promise<void> {
  const notify = useNotify()
  const translate = useTranslate()
  const saved = useSaved()
  const busy = useRef(false)
  return async () => {
    if (busy.current) return
    busy.current = true
    try {
      await call('PUT', `${display.api}MakeTop/${row.id}`, { body: { data: row.id } })
      notify('display.madeTop', { type: 'success', messageArgs: { name: String(row['name']) } })
      await saved(display.path)
    } catch (failure) {
      const text = messageOf(failure, translate)
      notify(text, { type: 'error', messageArgs: { _: text } })
    } finally {
      busy.current = false
    }
  }
}

export const isOnTop = (row: Row): boolean => Number(row['istop']) === 1
