import { useDataProvider, useLocale, useNotify, useTranslate } from 'react-admin'
import { useEffect, useRef, useState } from 'react'
import { platformNow } from '../../../../dataProvider/clock.ts'
import { exportFile, type ExportFormat, type Exported } from '../../../../dataProvider/calls/files.ts'
import type { Row } from '../../../../dataProvider/rows.ts'
import { isLanguage } from '../../../../i18n/language.ts'
import { isSuper } from '../../../../resources/kit/access.ts'
import type { Resource } from '../../../../resources/kit/define.ts'
import { platformZone } from '../../../kit/hooks/useZone.ts'
import { download, messageOf, useCaller } from '../../../kit/index.ts'
import { exportPages } from './exportPages.ts'
import { useResourceWords } from '../../words.ts'

interface ExportState {
  /** Progress in words; '' while unknown, null while no export is under way. */
  progress: string | null
  /** `whole`: the platform writes the file. */
  run: (format: ExportFormat, allPages: boolean) => Promise<void>
  cancel: () => void
}

/**
 * Exports a list, or the given rows, into a file; leaving the screen ends it. With a query, the rows are all that it
 * finds.
 */
export function useExport(
  resource: Resource,
  query: Omit<Exported, 'ids'> | null,
  rows: readonly Row[] | null,
): ExportState {
  const translate = useTranslate()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const locale = useLocale()
  const caller = useCaller()
  const words = useResourceWords(resource)
  const [progress, setProgress] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)
  const cancel = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])
  const run = async (format: ExportFormat, allPages: boolean) => {
    const { signal } = (controller.current = new AbortController())
    const exported: Exported = { ...(query ?? noFilters), ids: query ? null : (rows?.map(({ id }) => id) ?? null) }
    const onProgress = (done: number, total: number) => setProgress(translate('crud.export.progress', { done, total }))
    setProgress('')
    try {
      const content = allPages
        ? await exportFile(resource, format, exported, signal)
        : await exportPages({
            resource,
            dataProvider,
            exported,
            rows,
            language: isLanguage(locale) ? locale : 'zhCN',
            forSuper: isSuper(caller),
            signal,
            onProgress,
          })
      const today = (await platformZone()).day(platformNow())
      const serverFileName = content instanceof File ? content.name : ''
      download(serverFileName || `${words.name}_${today}.${format}`, content)
    } catch (failure) {
      if (!signal.aborted)
        notify(messageOf(failure, translate), { type: 'error', messageArgs: { _: messageOf(failure, translate) } })
    } finally {
      setProgress(null)
    }
  }
  return { progress, run, cancel }
}

const noFilters: Omit<Exported, 'ids'> = { search: '', project: null, area: null, sort: '', descending: false }
