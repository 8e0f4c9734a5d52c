import { Tab, Tabs } from '@mui/material'
import { CircleAlert } from 'lucide-react'
import { useTranslate } from 'react-admin'
import { useEffect, useId, useRef, useState } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { area } from '../../../resources/area.ts'
import { parseIds, SUPER } from '../../../resources/kit/access.ts'
import { useFormInfo } from '../../admin/fields/formContext.ts'
import { useNames } from '../../admin/fields/names.ts'
import fieldsCss from '../../admin/fields/fields.module.css'
import { AreaGrants } from './AreaGrants.tsx'
import { areaBranches, readAreaGrants } from './areaGrants.ts'
import { GRANTED } from './grants.ts'
import { MenuGrants, useGrants } from './MenuGrants.tsx'
import { TypeGrants } from './TypeGrants.tsx'
import css from './user.module.css'

type Name = (typeof GRANTED)[number]

/** What a user may do: menus and buttons, permission types, areas; each tab says how much is granted. */
export function GrantTabs() {
  const translate = useTranslate()
  const id = useId()
  const [tab, setTab] = useState<Name>('menu_control')
  const { formState } = useFormContext()
  const { caller } = useFormInfo()
  const fields = {
    menu_control: useGrant('menu_control'),
    typemap: useGrant('typemap'),
    distr_map: useGrant('distr_map'),
  }
  const project: unknown = useWatch({ name: 'project_id' })
  useOfProject(Number(project) || null, fields.distr_map)
  const role: unknown = useWatch({ name: 'super_id' })
  // A super administrator has all rights, so grants have no effect.
  const idle = Number(role) === SUPER
  const { grants, keys } = useGrants(fields.menu_control.value)
  const counts: Record<Name, string> = {
    menu_control: `${grants.chosen.size} / ${keys.length}`,
    typemap: String(parseIds(fields.typemap.value).length),
    distr_map: String(parseIds(fields.distr_map.value).length),
  }
  const labels: Record<Name, string> = {
    menu_control: translate('user.menus'),
    typemap: translate('user.types'),
    distr_map: translate('user.areas'),
  }
  return (
    <section className={css.grants} aria-label={translate('user.grants')}>
      <Tabs value={tab} onChange={(_event, next: Name) => setTab(next)} className={css.grantsTabs}>
        {GRANTED.map((name) => (
          <Tab
            key={name}
            value={name}
            data-field={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            ref={fields[name].ref}
            label={
              <span className={css.grantsTab}>
                {labels[name]} <span className={css.grantsTabCount}>{counts[name]}</span>
                {formState.errors[name] && <CircleAlert size={14} aria-label={translate('user.hasProblem')} />}
              </span>
            }
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} className={css.grantsPanel}>
        {idle && <p className={css.grantsNote}>{translate('user.superHoldsAll')}</p>}
        {tab === 'menu_control' && <MenuGrants {...fields.menu_control} idle={idle} />}
        {tab === 'typemap' && <TypeGrants {...fields.typemap} idle={idle} />}
        {tab === 'distr_map' && (
          <AreaGrants {...fields.distr_map} idle={idle} project={Number(project) || caller.project_id} />
        )}
        {formState.errors[tab] && (
          <p className={fieldsCss.error} data-part="problem" role="alert">
            <CircleAlert size={14} aria-hidden />
            {String(formState.errors[tab].message)}
          </p>
        )}
      </div>
    </section>
  )
}

/** Removes areas of another project when the project changes: they are on no line, so a user could not remove them. */
function useOfProject(project: number | null, { value, onChange }: ReturnType<typeof useGrant>): void {
  const [first] = useState(project)
  const { data: rows } = useNames(area.path, project !== first)
  const before = useRef(project)
  useEffect(() => {
    if (before.current === project || !rows) return
    before.current = project
    const { chosen, locked } = readAreaGrants(value, areaBranches(rows, project))
    if (locked.length > 0) onChange([...chosen].join(','))
  }, [project, rows, value, onChange])
}

function useGrant(name: Name) {
  const { field } = useController({ name })
  return {
    value: typeof field.value === 'string' ? field.value : null,
    onChange: field.onChange as (text: string) => void,
    ref: field.ref,
  }
}
