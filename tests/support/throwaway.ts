import { defineResource, f } from '../../resources/kit/define.ts'

const label = (text: string): readonly [string, string, string] => [text, text, text]

/**
 * An entity with a field of every type, as a new file in resources/ could hold it. Nothing else in the project knows
 * it.
 */
export const throwaway = defineResource({
  path: 'test/throwaway',
  api: 'godbThrowaway',
  table: 'throwaway',
  menuKey: '3-4',
  label: label('Throwaways'),
  noun: label('Throwaway'),
  screen: true,
  access: { create: null, edit: null, delete: null },
  scope: { project: 'project_id' },
  title: 'name',
  fields: {
    name: f.text(label('Name'), { required: true, unique: 'project', search: true }),
    note: f.longText(label('Note'), { wrapped: true }),
    size: f.int(label('Size'), { min: 0, default: 3 }),
    ratio: f.decimal(label('Ratio')),
    active: f.flag(label('Active'), { default: 1 }),
    level: f.choice(label('Level'), {
      options: [
        { value: 1, label: label('Low') },
        { value: 2, label: label('High') },
      ],
    }),
    protocol: f.dict(label('Protocol'), { dict: 'ProtocalType' }),
    project_id: f.ref(label('Project'), { to: 'permissionCenter/project', required: true, superOnly: true }),
    areas: f.ref(label('Areas'), { to: 'manage/area', many: true }),
    place: f.point(label('Place')),
    outline: f.polygon(label('Outline')),
    picture: f.image(label('Picture')),
    extra: f.json(label('Extra')),
    day: f.date(label('Day')),
    since: f.time(label('Since')),
    online: f.flag(label('Online'), { computed: true }),
  },
  list: ['name', ['size', 'ratio'], 'level', 'protocol', 'areas', 'since', 'online'],
  form: [
    {
      fields: [
        'name',
        'note',
        'size',
        'ratio',
        'active',
        'level',
        'protocol',
        'project_id',
        'areas',
        'place',
        'outline',
        'picture',
        'extra',
        'day',
        'since',
      ],
    },
  ],
})

/** A valid record of the entity, as a form would send it. */
export const throwawayRecord = {
  name: 'one',
  note: { String: 'a note', Valid: true },
  size: '5',
  ratio: 0.25,
  active: 1,
  level: 2,
  protocol: 1,
  project_id: 7,
  areas: [1, 2],
  place: '{"maplng":114.5,"maplat":38.05}',
  outline: '[[1,2],[2,3],[3,4]]',
  picture: '/upload/a.png',
  extra: '{"a":1}',
  day: '2026-11-21',
  since: 1_700_000_000_000,
}
