import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink, MonitorPlay } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import { displayNames, type DisplayName } from '../../../dataProvider/calls/displays.ts'
import { area } from '../../../resources/area.ts'
import { isSuper, mayOpen } from '../../../resources/kit/access.ts'
import { rowsById, useNames } from '../../admin/fields/names.ts'
import { hmiAddress } from '../../entities/display/hmiAddress.ts'
import { BarButton } from '../../kit/buttons.tsx'
import { loadSettings } from '../../kit/hooks/settings.ts'
import { Menu, MenuItem, messageOf, useMe } from '../../kit/index.ts'
import { useProjectPins } from '../../entities/display/useProjectPins.ts'
import css from './shell.module.css'
import textCss from '../../kit/text.module.css'

/** Menu of the display screens at the external site (key 9). Nothing for users who may not see them. */
export function DisplayMenu() {
  const { caller } = useMe()
  return isSuper(caller) || mayOpen(caller, '9') ? <Displays /> : null
}

function Displays() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('shell.displays')
  return (
    <>
      <BarButton
        className={css.displays}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
      >
        <MonitorPlay size={16} aria-hidden />
        <span className={css.barText}>{label}</span>
        <ChevronDown className={css.barText} size={12} strokeWidth={2} aria-hidden />
      </BarButton>
      {anchor && (
        <Menu anchor={anchor} label={label} side="below" onClose={() => setAnchor(null)}>
          <Entries onChosen={() => setAnchor(null)} />
        </Menu>
      )}
    </>
  )
}

function Entries({ onChosen }: { onChosen: () => void }) {
  const translate = useTranslate()
  const { userToken } = useMe()
  const [hmiUrl, setHmiUrl] = useState<string | null | undefined>()
  useEffect(() => void loadSettings().then((settings) => setHmiUrl(settings.hmiUrl)), [])
  const { data, error } = useQuery({
    queryKey: ['names', 'displays'],
    queryFn: ({ signal }) => displayNames(signal),
    staleTime: 30_000,
    retry: false,
  })
  const areas = useNames(area.path)
  const projects = useProjectPins()
  if (error) return <p className={css.note}>{messageOf(error, translate)}</p>
  if (data === undefined || hmiUrl === undefined || areas.isLoading || projects.isLoading)
    return <p className={css.note}>{translate('shell.loading')}</p>
  if (data.length === 0) return <p className={css.note}>{translate('shell.displaysNone')}</p>
  const addressOf = ({ id, district_id, project_id }: DisplayName): string | null =>
    hmiAddress(hmiUrl, {
      token: userToken,
      hmiId: id,
      districtPin: pinIn(areas.data, district_id),
      projectPin: projects.pinOf(project_id),
    })
  return (
    <>
      {hmiUrl === null && <p className={css.note}>{translate('shell.displaysNoSite')}</p>}
      {data.map((display) => {
        const href = addressOf(display)
        const body = (
          <>
            <span className={textCss.ellipsis}>{display.name}</span>
            {href && (
              <ExternalLink
                className={css.displaysOut}
                size={14}
                strokeWidth={1.9}
                aria-label={translate('shell.newTab')}
              />
            )}
          </>
        )
        return href === null ? (
          <MenuItem key={display.id} disabled>
            {body}
          </MenuItem>
        ) : (
          <MenuItem key={display.id} href={href} target="_blank" rel="noopener noreferrer" onClick={onChosen}>
            {body}
          </MenuItem>
        )
      })}
    </>
  )
}

const pinIn = (rows: Parameters<typeof rowsById>[0] | undefined, id: number | null): string =>
  String((id !== null && rowsById(rows ?? []).get(id)?.['pin_code']) || '')
