import type { Resource } from '../../resources/kit/define.ts'
import { nextKey } from './available.ts'
import { nameContextOf } from './context.ts'

/**
 * Writes a first entity with the given name ("spare-part") and fields of the most common kinds: it works as it is, and
 * is meant to be changed.
 */
export function firstFile(name: string, others: readonly Resource[]): string {
  const words = name.split('-')
  const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join('')
  const title = capital(words.join(' '))
  const key = nextKey('3', nameContextOf(others))
  const lines = [
    '"$schema": "../docs/entity.schema.json"',
    `"path": "manage/${camel}"`,
    `"api": "${camel.length < 3 ? `${camel}Record` : camel}"`,
    `"table": "${words.join('_')}"`,
    `"menuKey": "${key}"`,
    `"label": ${label(title, title, title)}`,
    `"noun": ${label(title, title, title)}`,
    '"screen": true',
    `"access": { "create": "${key}-2", "edit": "${key}-3", "delete": "${key}-4", "import": "${key}-5" }`,
    '"scope": { "project": "project_id" }',
    '"title": "name"',
    `"fields": {\n${fields.map((field) => `    ${field}`).join(',\n')}\n  }`,
    '"list": ["name", "state", "since", "project_id"]',
    '"form": [{ "fields": ["name", "project_id", "state", "since", "remarks"] }]',
    '"csv": ["name", "state", "since", "remarks"]',
    '"filters": ["project"]',
  ]
  return `{\n${lines.map((line) => `  ${line}`).join(',\n')}\n}\n`
}

const label = (zhCN: string, zhTW: string, zhEN: string): string =>
  JSON.stringify([zhCN, zhTW, zhEN]).replaceAll('","', '", "')

const states = [label('使用中', '使用中', 'In use'), label('已停用', '已停用', 'Out of use')].map(
  (words, index) => `{ "value": ${index + 1}, "label": ${words} }`,
)

const fields = [
  `"name": { "type": "text", "label": ${label('名称', '名稱', 'Name')}, "required": true, "max": 60, "search": true }`,
  `"project_id": { "type": "ref", "label": ${label('所属项目', '所屬專案', 'Project')}, "to": "permissionCenter/project", "required": true, "superOnly": true }`,
  `"state": { "type": "choice", "label": ${label('状态', '狀態', 'State')}, "default": 1, "options": [${states.join(', ')}] }`,
  `"since": { "type": "date", "label": ${label('启用日期', '啟用日期', 'In use since')} }`,
  `"remarks": { "type": "longText", "label": ${label('备注', '備註', 'Remarks')}, "max": 500 }`,
]

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
