import { Button } from '@mui/material'
import { Printer } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { deviceAddress } from '../../resources/menu.ts'
import { MAX_LABELS } from '../entities/device/labels.ts'
import { areaChoice } from '../kit/areaTree/areaChoice.ts'
import { AreaSelect } from '../kit/areaTree/AreaSelect.tsx'
import { areasBelow, buildTree } from '../kit/areaTree/tree.ts'
import { HelpButton } from '../kit/help/HelpButton.tsx'
import { EmptyState, InlineError, PageHeader } from '../kit/index.ts'
import { RowsSkeleton } from '../kit/states/RowsSkeleton.tsx'
import { useAreaNames, useDeviceNames } from '../live/useLiveNames.ts'
import css from './labels.module.css'
import { LoopbackNote } from './LoopbackNote.tsx'

/**
 * /device/labels?area=3 or ?ids=7,8: labels to print, each with name, number and the device's address as a QR code.
 * Choosing an area replaces the ids.
 */
export default function LabelsPage() {
  const translate = useTranslate()
  const [search, setSearch] = useSearchParams()
  const area = Number(search.get('area')) || null
  const ids = useMemo(() => new Set((search.get('ids') ?? '').split(',').map(Number)), [search])
  const named = search.get('ids') !== null
  const names = useDeviceNames()
  const areas = useAreaNames()
  const tree = useMemo(() => buildTree(areas.data ?? []), [areas.data])
  const inArea = useMemo(() => (area === null ? null : areasBelow(tree, area)), [tree, area])
  const areaNames = new Map(areas.data?.map(({ id, name }) => [id, name]))
  const chosen = (names.data ?? []).filter(({ id, district_id }) =>
    named ? ids.has(id) : inArea === null || (district_id !== null && inArea.has(district_id)),
  )
  const labels = chosen.slice(0, MAX_LABELS)
  // The devices below an area are unknown until the areas are loaded.
  const needed = named || area === null ? [names] : [names, areas]
  const isKnown = needed.every(({ data }) => data !== undefined)
  const failed = needed.find(({ error }) => error !== null)
  return (
    <div className={css.page}>
      <PageHeader
        title={translate('devicePage.labels')}
        actions={
          <>
            <span className={css.area}>
              <AreaSelect
                label={translate('dashboard.area')}
                areas={tree}
                value={named ? null : area}
                withAll={!named}
                {...areaChoice(areas)}
                onChange={(id) => setSearch(id === null ? {} : { area: String(id) }, { replace: true })}
              />
            </span>
            {isKnown && (
              <Button
                variant="contained"
                color="primary"
                disabled={labels.length === 0}
                startIcon={<Printer size={14} aria-hidden />}
                onClick={() => window.print()}
              >
                {translate('devicePage.print', { smart_count: labels.length })}
              </Button>
            )}
          </>
        }
      >
        <HelpButton topic="device" name={translate('devicePage.labels')} />
      </PageHeader>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has no control of its own: without this the keyboard cannot read on (WCAG 2.1.1) */}
      <div className={css.body} role="region" aria-label={translate('devicePage.labels')} tabIndex={0}>
        {!isKnown && failed ? (
          <InlineError error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !isKnown ? (
          <RowsSkeleton height={96} />
        ) : labels.length === 0 ? (
          <EmptyState icon={<Printer />} title={translate('devicePage.noLabels')} />
        ) : (
          <>
            <LoopbackNote />
            {chosen.length > MAX_LABELS && (
              <InlineError
                tone="info"
                error={translate('devicePage.manyLabels', { most: MAX_LABELS, all: chosen.length })}
              />
            )}
            <ul className={css.sheet}>
              {labels.map(({ id, name, codes, district_id }) => (
                <li key={id}>
                  <QRCodeSVG
                    value={`${location.origin}${deviceAddress(id)}`}
                    size={84}
                    marginSize={1}
                    role="img"
                    aria-label={translate('devicePage.codeOf', { name })}
                  />
                  <span>
                    <b>{name}</b>
                    <span>{district_id === null ? '' : (areaNames.get(district_id) ?? '')}</span>
                    <span>{codes[0] ?? `#${id}`}</span>
                    <small>{`${location.host}${deviceAddress(id)}`}</small>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}
