import { describe, expect, it } from 'vitest'
import { errorText } from '../../i18n/errors.ts'
import type { Language } from '../../i18n/types.ts'
import { allResources, resourceOf } from '../../resources/index.ts'
import { defineResource, f, type Field } from '../../resources/kit/define.ts'
import { rules } from '../../resources/kit/rules.ts'
import { fieldProblem, isEmpty, isMet, isShown, JSON_MAX, problemsOf } from '../../resources/kit/validate.ts'

const label = ['名', '名', 'Name'] as const
const key = (field: Field, value: unknown): string | null =>
  fieldProblem(field, value, {})?.key.replace('error.rule.', '') ?? null
/** Twice what any field may hold, so that quadratic work would show. */
const huge = 'x'.repeat(2 * JSON_MAX)
const nested: unknown = JSON.parse('['.repeat(500) + ']'.repeat(500))
const hostile: unknown[] = [
  NaN,
  Infinity,
  -Infinity,
  [],
  [[]],
  {},
  { toString: null },
  nested,
  () => 1,
  Symbol.iterator.description,
  true,
  false,
  huge,
  '\0',
  '0x10',
  '1e5',
  1e-7,
  1e300,
  '１２',
  '-',
  '--1',
  '+1',
  new Date(0),
  2n ** 70n,
]

describe('number fields', () => {
  const int = f.int(label, { min: -5, max: 10 })
  const decimal = f.decimal(label)

  it.each([0, -5, 10, '7', ' 7 ', '-5', -0])('int accepts %s', (value) => expect(key(int, value)).toBeNull())
  it.each(['0x10', '1e1', '1.0', 1.5, 1e-7, NaN, Infinity, true, [1], { a: 1 }, '1 0', '٣', '１', '9'.repeat(400)])(
    'int rejects %s',
    (value) => expect(key(int, value)).toBe('int'),
  )
  it('int rejects values outside its minimum and maximum', () => {
    expect(fieldProblem(int, -6, {})).toEqual({ key: 'error.rule.min', args: { min: -5 } })
    expect(fieldProblem(int, '11', {})).toEqual({ key: 'error.rule.max', args: { max: 10 } })
  })

  it.each([0.1, 1e-7, '0.0000001', -273.15, 1e14, '12'])('decimal accepts %s', (value) =>
    expect(key(decimal, value)).toBeNull(),
  )
  it.each(['1e-7', '.5', '5.', 'NaN', 1e15, 1e300, '0x1', '1,5', [0.5]])('decimal rejects %s', (value) =>
    expect(key(decimal, value)).toBe('number'),
  )

  it('problems of two fields name them by their labels', () => {
    const resource = {
      ...resourceOf('manage/node'),
      fields: {
        low: f.decimal(['低', '低', 'Low mark']),
        high: f.decimal(['高', '高', 'High mark'], { above: 'low' }),
        phone: f.text(['电', '電', 'Phone'], { oneOf: ['mail'] }),
        mail: f.text(['邮', '郵', 'Mail']),
      },
    }
    const said = (language: Language): string[] =>
      Object.values(problemsOf(resource, { low: 3, high: 2 })).map(({ key, args }) => errorText(language, key, args))
    expect(said('zhEN')).toEqual(['Must be above Low mark', 'Fill in at least one of: Phone, Mail'])
    expect(said('zhCN')).toEqual(['必须大于“低”', '电、邮至少填写一项'])
  })

  it('a maximum must be above its minimum, compared as numbers', () => {
    const max = f.decimal(label, { above: 'min' })
    expect(fieldProblem(max, '10', { min: '9' })).toBeNull()
    expect(fieldProblem(max, 9, { min: 9 })).toMatchObject({ key: 'error.rule.above' })
    expect(fieldProblem(max, '-10', { min: '-9' })).toMatchObject({ key: 'error.rule.above' })
  })
})

describe('text fields', () => {
  it('count characters, not code units, and enforce minimum and maximum length', () => {
    const text = f.text(label, { min: 2, max: 3 })
    expect(key(text, '😀😀😀')).toBeNull()
    expect(fieldProblem(text, '字', {})).toEqual({ key: 'error.rule.minLength', args: { min: 2 } })
    expect(fieldProblem(text, 'abcd', {})).toEqual({ key: 'error.rule.maxLength', args: { max: 3 } })
    expect(key(f.text(label), huge)).toBe('maxLength')
    expect(key(f.longText(label), huge)).toBe('maxLength')
  })

  it.each([[['a']], [{ String: 'a', Valid: true }], [true]])('reject a value that is not text: %j', (value) =>
    expect(key(f.text(label), value)).toBe('text'),
  )
})

describe('choice, flag and reference fields', () => {
  const choice = f.choice(label, {
    options: [
      { value: 0, label },
      { value: 2, label },
    ],
  })
  it('choice accepts only its options', () => {
    expect(key(choice, 2)).toBeNull()
    expect(key(choice, '0')).toBeNull()
    for (const value of [1, '02', '2.0', 'constructor', [3]]) expect(key(choice, value)).toBe('choice')
  })

  it.each([0, 1, '0', '1'])('flag accepts %s', (value) => expect(key(f.flag(label), value)).toBeNull())
  it.each([2, -1, 'true', true, '01'])('flag rejects %s', (value) => expect(key(f.flag(label), value)).toBe('flag'))

  it('ref accepts one positive id, or several if the field allows it', () => {
    const one = f.ref(label, { to: 'manage/area' })
    const many = f.ref(label, { to: 'manage/area', many: true })
    expect(key(one, '7')).toBeNull()
    for (const value of [0, -1, 1.5, '1,2', '1 or 1=1', '__proto__', 1e21]) expect(key(one, value)).toBe('ref')
    for (const value of ['1,2', [1, 2], '3, 4']) expect(key(many, value)).toBeNull()
    for (const value of ['1,,2', [1, 'x'], ['1;drop table']]) expect(key(many, value)).toBe('ref')
  })
})

describe('structured text fields', () => {
  it('point accepts only coordinates on the earth', () => {
    const point = f.point(label)
    expect(key(point, '{"maplng":114.5,"maplat":38}')).toBeNull()
    for (const value of [
      '{"maplng":181,"maplat":0}',
      '{"maplng":"","maplat":""}',
      '{}',
      'null',
      '[]',
      '{"maplng":null,"maplat":1}',
      'x',
      { maplng: 1, maplat: 1 },
    ])
      expect(key(point, value)).toBe('point')
  })

  it('polygon accepts a list of at most 1,000 points', () => {
    const polygon = f.polygon(label)
    expect(key(polygon, '[[114.5,38],[114.6,38],[114.6,38.1]]')).toBeNull()
    for (const value of [
      '{}',
      '[1,2]',
      '[[1,2,3]]',
      '[[1,91]]',
      JSON.stringify(Array.from({ length: 1001 }, () => [0, 0])),
    ])
      expect(key(polygon, value)).toBe('polygon')
  })

  it('image accepts an upload or a web address, but no script or other path', () => {
    const image = f.image(label)
    for (const value of ['/upload/a-1.png', '/demo/sun.svg', 'https://x.example/a.png'])
      expect(key(image, value)).toBeNull()
    for (const value of [
      'javascript:alert(1)',
      '/upload/../../etc/passwd',
      '/demo/../v1/logout',
      '/v1/logout',
      'data:text/html,x',
      '//evil.example/x',
      'file:///etc/passwd',
    ])
      expect(key(image, value)).toBe('image')
  })

  it('json rejects invalid and too long text', () => {
    expect(key(f.json(label), '[]')).toBeNull()
    expect(key(f.json(label), '{')).toBe('json')
    expect(key(f.json(label), JSON.stringify(huge))).toBe('maxLength')
  })
})

describe('validation rules', () => {
  const cases: Record<keyof typeof rules, { takes: string[]; refuses: string[] }> = {
    special: { takes: ['一号站 (A)_1.2’③', "O'Neil-2"], refuses: ['a<b', 'a;b', 'a"b', 'a\nb', 'a/b', '\u202e'] },
    alnum: { takes: ['8986A'], refuses: ['８', 'a b', 'é'] },
    rrule: {
      takes: ['FREQ=DAILY', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4', 'freq=monthly;bymonthday=-1'],
      refuses: ['DAILY', 'FREQ=HOURLY', 'FREQ=DAILY;FREQ=DAILY', 'FREQ=DAILY;INTERVAL=0', 'FREQ=DAILY\n'.concat('X=1')],
    },
    digits: { takes: ['0012'], refuses: ['-1', '1.0', '٣', '1\n'] },
    ruleLimits: {
      takes: [
        '{"4":75,"2":115,"1":150}',
        '{"2":70,"night":{"from":"22:00","to":"06:00","2":55}}',
        '{"1":150,"tell":{"1":[3]}}',
      ],
      refuses: [
        '{}',
        '[]',
        '{"5":1}',
        '{"1":5,"2":5}',
        '{"2":70,"night":{"from":"22:00","to":"06:00","1":55}}',
        '{"1":"x"}',
        '{"1":150,"tell":{"1":"3"}}',
        '{"1":150,"tell":{"5":[3]}}',
        '{"1":150,"tell":[3]}',
      ],
    },
    ruleConditions: {
      takes: [
        '{"calc":"mean","minutes":60}',
        '{"calc":"value","join":"or","rows":[{"node":2,"com_oper":0,"params_x":3}]}',
      ],
      refuses: [
        '[]',
        '{"calc":"sum"}',
        '{"calc":"mean"}',
        '{"calc":"mean","minutes":0}',
        '{"rows":[{"node":2}]}',
        '{"rows":5}',
      ],
    },
    ruleSchedule: {
      takes: ['{"from":"08:00","to":"20:00"}', '{"from":"22:00","to":"06:00","days":[1,7]}'],
      refuses: [
        '{}',
        '{"from":"8:00","to":"20:00"}',
        '{"from":"08:00","to":"24:00"}',
        '{"from":"08:00","to":"20:00","days":[8]}',
      ],
    },
    ruleScope: {
      takes: ['{"model":1}', '{"model":1,"area":2,"except":[3]}'],
      refuses: ['{}', '{"model":0}', '[]', 'x'],
    },
    clock: { takes: ['00:00', '23:59'], refuses: ['24:00', '8:00', '08:60', '0800', 'x'] },
    rosterExceptions: {
      takes: ['[]', '[{"from":1,"until":2,"by":5}]', '[{"from":1,"until":2,"whom":3,"by":5}]'],
      refuses: [
        '{}',
        '[{"from":2,"until":2,"by":5}]',
        '[{"from":1,"until":2}]',
        '[{"from":1,"until":2,"whom":5,"by":5}]',
        '[{"from":1,"until":8e15,"by":5}]',
        '[{"from":1,"until":2,"by":5,"x":1}]',
        '[7]',
      ],
    },
    escalationSteps: {
      takes: ['[{"after":0,"roster":1}]', '[{"after":10,"contact":2},{"after":5,"level":1},{"after":5,"channel":3}]'],
      refuses: [
        '[]',
        '{}',
        '[{"after":10}]',
        '[{"after":-1,"roster":1}]',
        '[{"after":10081,"roster":1}]',
        '[{"after":1,"roster":null}]',
        '[{"after":1,"roster":1,"contact":2}]',
        '[{"after":1,"level":5}]',
        '[{"after":"1","roster":1}]',
        JSON.stringify(Array.from({ length: 21 }, () => ({ after: 1, roster: 1 }))),
      ],
    },
    alarmResults: {
      takes: [
        '[]',
        '[{"id":"r1","label":["已校准","已校準","Calibrated"],"false":0},{"id":"r2","label":["","","x"],"false":1}]',
      ],
      refuses: [
        '{}',
        '[7]',
        '[{"id":"r1","label":["","",""],"false":0}]',
        '[{"id":"handled","label":["x","",""],"false":0}]',
        '[{"id":"R 1","label":["x","",""],"false":0}]',
        '[{"id":"r1","label":["x",""],"false":0}]',
        '[{"id":"r1","label":["x","",""],"false":2}]',
        '[{"id":"r1","label":[" x","",""],"false":0}]',
        '[{"id":"r1","label":["x","",""],"false":0,"more":1}]',
        '[{"id":"r1","label":["x","",""],"false":0},{"id":"r1","label":["y","",""],"false":0}]',
        JSON.stringify(Array.from({ length: 21 }, (_, i) => ({ id: `r${i}`, label: ['x', '', ''], false: 0 }))),
      ],
    },
    number: { takes: ['-1.5', '3'], refuses: ['1.', '.1', '1e3', '--1'] },
    positiveInt: { takes: ['1', '10'], refuses: ['0', '01', '-1', '1.0'] },
    phone: { takes: ['13800138000'], refuses: ['12345678901', '1380013800', '+8613800138000'] },
    email: {
      takes: ['a.b-c_d@ex-ample.com', 'x@a.b.cn'],
      refuses: ['a@b', 'a b@c.de', 'a@b.c', `${'a'.repeat(50_000)}@`, '@a.de'],
    },
    numberList: { takes: ['1', '1,2,3'], refuses: ['', '1,', ',1', '1, 2', '1.5', 'a'] },
    numbers: { takes: ['-999', '-999, 65535', '6553.5；-1000.99'], refuses: ['', ',', '-999,', 'none', '1 2', '--1'] },
    expression: {
      takes: ['value * 0.1', "value > 0 ? 'on' : 'off'"],
      refuses: ['value *', 'hour', 'value.constructor', 'alert(1)', 'x = 1'],
    },
    shadowExpression: {
      takes: ['value + random', 'hour < 6 ? base : value'],
      refuses: ['node', 'this', 'base;;)', `${'1+'.repeat(300)}1`],
    },
    media: {
      takes: ['https://a/b.m3u8', '/upload/a.png', '/demo/a.mp4'],
      refuses: ['/upload/../x', '/etc/passwd', 'javascript:alert(1)', 'ftp://a', ''],
    },
    pushTarget: {
      takes: ['http://a', 'https://a.b/c?d=1', 'tcp://10.1.2.3:2120', 'tls://a.b:9001/', 'tcp://[::1]:1'],
      refuses: [
        'javascript:alert(1)',
        'ftp://a',
        'a.b',
        '',
        'tcp://a.b',
        'tcp://:2120',
        'tcp://a:1/path',
        'tcp://a:99999',
      ],
    },
    url: { takes: ['http://a', 'https://a.b/c?d=1'], refuses: ['javascript:alert(1)', 'ftp://a', 'a.b', ''] },
  }
  it.each(Object.keys(cases) as (keyof typeof rules)[])('%s accepts and rejects the listed texts', (name) => {
    for (const text of cases[name].takes) expect(rules[name](text), text).toBeNull()
    for (const text of cases[name].refuses) expect(rules[name](text)?.key, text).toBe(`error.rule.${name}`)
  })
})

describe('record validation', () => {
  const entity = defineResource({
    path: 'test/thing',
    api: 'test',
    table: 'thing',
    menuKey: '9-9',
    label,
    noun: label,
    screen: true,
    access: { create: null, edit: null, delete: null },
    scope: { project: null },
    title: 'name',
    fields: {
      name: f.text(label, { required: true }),
      mode: f.flag(label),
      code: f.int(label, { required: true, when: { field: 'mode', in: [1] } }),
      project_id: f.ref(label, { to: 'permissionCenter/project', required: true, superOnly: true }),
      stamp: f.time(label, { readOnly: true, required: true }),
    },
    list: ['name'],
    form: [{ fields: ['name', 'mode', 'code'] }],
  })

  it('requires visible required fields, but none that the server writes', () => {
    expect(problemsOf(entity, {})).toEqual({ name: { key: 'error.rule.required' } })
    expect(Object.keys(problemsOf(entity, { name: '  ', mode: '1' }))).toEqual(['name', 'code'])
    expect(problemsOf(entity, { name: 'a', mode: 0, code: 'nonsense' })).toEqual({})
  })

  it('checks only the fields of a partial edit', () =>
    expect(problemsOf(entity, { mode: 5 }, new Set(['mode']))).toEqual({ mode: { key: 'error.rule.flag' } }))

  it('ignores fields named like prototype properties', () => {
    const values = JSON.parse('{"name":"a","__proto__":{"mode":1},"constructor":"x","hasOwnProperty":1}') as Record<
      string,
      unknown
    >
    expect(problemsOf(entity, values)).toEqual({})
    expect(({} as Record<string, unknown>).mode).toBeUndefined()
  })

  it('isShown treats number and text as equal, and a missing value as empty', () => {
    expect(isShown(entity.fields.code, { mode: '1' })).toBe(true)
    expect(isShown(entity.fields.code, { mode: 1 })).toBe(true)
    expect(isShown(entity.fields.code, {})).toBe(false)
    expect(isMet({ field: 'mode', in: [''] }, {})).toBe(true)
  })

  it.each([
    [undefined, true],
    [null, true],
    ['', true],
    [' \n', true],
    [[], true],
    [0, false],
    [false, false],
    ['0', false],
  ])('isEmpty of %j is %s', (value, empty) => expect(isEmpty(value)).toBe(empty))
})

describe.each(allResources.map((resource) => [resource.path, resource] as const))(
  'validation of %s with hostile values',
  (_path, resource) => {
    it.each(hostile.map((value, index) => [index, value] as const))(
      'returns only known problems for value no. %i',
      (_index, value) => {
        const everywhere = Object.fromEntries(Object.keys(resource.fields).map((name) => [name, value]))
        for (const problem of Object.values(problemsOf(resource, everywhere)))
          expect(problem.key).toMatch(/^error\.rule\.\w+$/)
      },
    )
  },
)

it('node requires a unit unless it is dimensionless', () => {
  const node = resourceOf('manage/node')
  const pH = { name: 'pH', datatype: 5, registertype: 4, min_value: 0, max_value: 14, imginfo: '/upload/ph.png' }
  expect(problemsOf(node, { ...pH, dimensionless: 0 })).toEqual({ unitname: { key: 'error.rule.required' } })
  expect(problemsOf(node, { ...pH, dimensionless: 0, unitname: ' ' })).toHaveProperty('unitname')
  expect(problemsOf(node, { ...pH, dimensionless: 0, unitname: 'm' })).toEqual({})
  expect(problemsOf(node, { ...pH, dimensionless: 1 })).toEqual({})
})
