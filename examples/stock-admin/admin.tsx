import md5 from 'md5'
import { Admin, EditGuesser, fetchUtils, ListGuesser, Resource, ShowGuesser, type AuthProvider } from 'react-admin'
import { createRoot } from 'react-dom/client'
import simpleRestProvider from 'ra-data-simple-rest'

const bearer = (): string => `Bearer ${sessionStorage.getItem('token') ?? ''}`

/** The published provider as it is; all it is told is who asks. */
const dataProvider = simpleRestProvider('/v1/rest', (url, options = {}) =>
  fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: bearer() } }),
)

const authProvider: AuthProvider = {
  async login({ username, password }: { username: string; password: string }) {
    const body = JSON.stringify({ username, password: md5(password), captcha: 'off' })
    const answer = (await (
      await fetch('/v1/godbSystemuserlogin', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).json()) as { code: number; msg: string; data: { token: string } }
    if (answer.code !== 0) throw new Error(answer.msg)
    sessionStorage.setItem('token', answer.data.token)
  },
  async logout() {
    sessionStorage.removeItem('token')
  },
  async checkAuth() {
    if (sessionStorage.getItem('token') === null) throw new Error('not signed in')
  },
  async checkError({ status }: { status?: number }) {
    if (status === 401) throw new Error('signed out')
  },
}

const tables = [
  'devices',
  'gateways',
  'districts',
  'projects',
  'devicetypes',
  'nodes',
  'nodemaps',
  'thresholds',
  'alarminfos',
] as const

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider}>
    {tables.map((name) => (
      <Resource
        key={name}
        name={name}
        recordRepresentation="name"
        list={ListGuesser}
        edit={EditGuesser}
        show={ShowGuesser}
      />
    ))}
  </Admin>,
)
