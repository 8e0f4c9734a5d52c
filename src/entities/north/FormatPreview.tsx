import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { WireError } from '../../../dataProvider/http.ts'
import { formatPreview } from '../../../dataProvider/calls/north.ts'
import type { Row } from '../../../dataProvider/rows.ts'
import { useDebounced } from '../../kit/hooks/useDebounced.ts'
import { InlineError, Segment, TextSkeleton } from '../../kit/index.ts'
import { Document } from './Document.tsx'
import css from './north.module.css'

/** Debounce before the document is generated again, ms. */
const DEBOUNCE_MS = 300
const JSON_TYPE = '1'

/** The document that a format's rows produce for a few devices, as JSON or XML, updated while the rows are edited. */
export function FormatPreview({ format, rows }: { format: number; rows: readonly Row[] }) {
  const translate = useTranslate()
  const [protocol, setProtocol] = useState<'1' | '2'>(JSON_TYPE)
  const text = useDebounced(JSON.stringify(rows), DEBOUNCE_MS)
  const { data, error, refetch } = useQuery({
    queryKey: ['formatPreview', format, protocol, text],
    queryFn: ({ signal }) => formatPreview(format, Number(protocol), JSON.parse(text) as Row[], signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  // A platform without this call returns an error, or the console's own page.
  const missing =
    error instanceof WireError &&
    ([404, 405].includes(error.status) || (error.status === 200 && error.body.code === null))
  return (
    <section className={css.preview} aria-label={translate('north.preview')}>
      <div className={css.previewHead}>
        <h3>{translate('north.preview')}</h3>
        <Segment
          label={translate('north.type')}
          value={protocol}
          onChange={setProtocol}
          options={[
            { value: '1', label: 'JSON' },
            { value: '2', label: 'XML' },
          ]}
        />
      </div>
      {missing ? (
        <p className={css.hint}>{translate('north.noPreview')}</p>
      ) : error ? (
        <InlineError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Document {...data} />
      ) : (
        <TextSkeleton />
      )}
    </section>
  )
}
