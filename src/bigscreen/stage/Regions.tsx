import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { memo, useState } from 'react'
import { Pie3D } from '../../chart/Pie3D.tsx'
import { partText } from '../DeviceStatus.tsx'
import { FramedPanel } from './FramedPanel.tsx'
import { COLORED, regionColor, type Region } from './regions.ts'
import textCss from '../../kit/text.module.css'
import css from '../status.module.css'
import bigscreenCss from '../bigscreen.module.css'

/** Devices per district: a pie chart, a legend in pages, and a complete table for screen readers. */
export const Regions = memo(function Regions({ regions, none }: { regions: readonly Region[]; none: string }) {
  const translate = useTranslate()
  const [requestedPage, setRequestedPage] = useState(0)
  const pages = pageCount(regions.length)
  const page = Math.min(requestedPage, pages - 1)
  const all = regions.reduce((sum, { count }) => sum + count, 0)
  const rest = regions.slice(COLORED).reduce((sum, { count }) => sum + count, 0)
  const slices = [
    ...regions
      .slice(0, COLORED)
      .map(({ id, count }, index) => ({ key: String(id), value: count, color: regionColor(index) })),
    { key: 'rest', value: rest, color: regionColor(COLORED) },
  ]
  const turn = (by: number) => setRequestedPage((page + by + pages) % pages)
  return (
    <FramedPanel
      name="regions"
      title={translate('bigscreen.regions')}
      tools={
        pages > 1 && (
          <span className={css.pages}>
            <button type="button" aria-label={translate('bigscreen.previousPage')} onClick={() => turn(-1)}>
              <ChevronLeft size={16} strokeWidth={2} aria-hidden />
            </button>
            <span aria-label={translate('bigscreen.page', { page: page + 1, pages })}>{`${page + 1} / ${pages}`}</span>
            <button type="button" aria-label={translate('bigscreen.nextPage')} onClick={() => turn(1)}>
              <ChevronRight size={16} strokeWidth={2} aria-hidden />
            </button>
          </span>
        )
      }
    >
      {all === 0 ? (
        <p className={bigscreenCss.none}>{none}</p>
      ) : (
        <Pie3D label={translate('bigscreen.regionsWords', { count: regions.length })} slices={slices} />
      )}
      <ul className={css.legend} aria-hidden>
        {pageOf(regions, page).map(({ id, name, count }, at) => (
          <li key={id ?? 'rest'} title={name}>
            <i style={{ background: regionColor(page * PER_PAGE + at) }} />
            <span className={css.legendWords}>
              <span className={css.legendName}>
                {wrapLabel(name).map((line, index) => (
                  <span key={index}>{line}</span>
                ))}
              </span>
              <span className={css.legendNumbers}>
                <b>{count.toLocaleString('en-US')}</b>
                <small>{partText(count, all, 1)}</small>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <table className={textCss.visuallyHidden}>
        <caption>{translate('bigscreen.regions')}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('bigscreen.region')}</th>
            <th scope="col">{translate('bigscreen.devices')}</th>
            <th scope="col">{translate('bigscreen.part')}</th>
          </tr>
        </thead>
        <tbody>
          {regions.map(({ id, name, count }) => (
            <tr key={id ?? 'rest'}>
              <th scope="row">{name}</th>
              <td>{count}</td>
              <td>{partText(count, all, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </FramedPanel>
  )
})

/** Legend entries per page. */
const PER_PAGE = 6
/** Characters of a label per line (spec 1 §9). */
const WRAP_AT = 10

export const pageCount = (entries: number): number => Math.max(1, Math.ceil(entries / PER_PAGE))

/** Returns the entries of a page, counted from 0; a page beyond the last one becomes the last one. */
export function pageOf<T>(entries: readonly T[], page: number): readonly T[] {
  const at = Math.min(Math.max(0, page), pageCount(entries.length) - 1)
  return entries.slice(at * PER_PAGE, (at + 1) * PER_PAGE)
}

/** Lines per label: more would take space from the chart above. */
const MAX_LINES = 2

/**
 * Wraps a label into lines of at most ten characters; a label that is too long ends in an ellipsis. Counts graphemes,
 * so that none is split.
 */
export function wrapLabel(label: string): string[] {
  const all = [...segmenter.segment(label)].map(({ segment }) => segment)
  const characters = all.length > WRAP_AT * MAX_LINES ? [...all.slice(0, WRAP_AT * MAX_LINES - 1), '…'] : all
  const lines: string[] = []
  for (let at = 0; at < characters.length; at += WRAP_AT) lines.push(characters.slice(at, at + WRAP_AT).join(''))
  return lines.length > 0 ? lines : ['']
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
