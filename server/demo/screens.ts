import { randomBytes } from 'node:crypto'
import type { Platform } from '../platform.ts'
import { createUploads } from '../upload/store.ts'
import { bandsPng, type Colour } from './pictures.ts'

const DEEP: Colour = [24, 32, 74]
const colours: readonly Colour[] = [
  [71, 88, 212],
  [9, 161, 152],
  [231, 116, 18],
]

/** Display screens and videos of the demo's first project, a logo for every project, and a credential for every account. */
export async function seedScreens({ storage, settings }: Platform, now: number): Promise<void> {
  const uploads = createUploads(settings.dataDir)
  const picture = async (colour: Colour, width: number, height: number): Promise<string> => `/upload/${await uploads.save('png', bandsPng([DEEP, colour], width, height))}`
  const covers = await Promise.all(colours.map((colour) => picture(colour, 320, 180)))
  const logos = await Promise.all(colours.map((colour) => picture(colour, 64, 64)))
  await storage.write(async (trx) => {
    const projects = await trx.selectFrom('project').select('id').orderBy('id').execute()
    for (const [i, { id }] of projects.entries()) await trx.updateTable('project').set({ ico: logos[i % logos.length] ?? '' }).where('id', '=', id).where('ico', 'is', null).execute()
    const accounts = await trx.selectFrom('systemuser').select('id').where('user_token', 'is', null).execute()
    for (const { id } of accounts) await trx.updateTable('systemuser').set({ user_token: randomBytes(16).toString('hex') }).where('id', '=', id).execute()
    const project = projects[0]?.id
    if (project === undefined || (await trx.selectFrom('datashow').select('id').limit(1).executeTakeFirst())) return
    const areas = await trx.selectFrom('district').select(['id', 'name']).where('project_id', '=', project).where('name', 'in', [...screens, ...videos].map(({ area }) => area)).execute()
    const areaId = (name: string): number => areas.find((area) => area.name === name)?.id ?? areas[0]?.id ?? 1
    const row = { project_id: project, created_at: now, updated_at: now }
    await trx
      .insertInto('datashow')
      .values(screens.map(({ name, area, resolution, explained }, i) => ({ ...row, name, district_id: areaId(area), resolution, explained, istop: i === 0 ? 1 : 0, imginfo: covers[i] ?? null })))
      .execute()
    await trx
      .insertInto('videoshow')
      .values(videos.map(({ name, area, url, explained }) => ({ ...row, video_name: name, district_id: areaId(area), video_type: url === null ? 1 : 0, video_url: url ?? covers[1] ?? '', explained })))
      .execute()
  })
}

const screens = [
  { name: '城市空气质量总览', area: '石家庄市', resolution: '1920x1080', explained: '值班室大屏' },
  { name: '民心河水质', area: '民心河沿线', resolution: '1920x1080', explained: null },
  { name: '公厕运行看板', area: '桥西区', resolution: '3840x2160', explained: null },
  { name: '扬尘监测', area: '正定新区', resolution: '1920x1080', explained: null },
]

/** What the console itself serves: the demo calls nobody. */
const videos = [
  { name: '民心河沿线 1 号机位', area: '民心河沿线', url: '/demo/river.m3u8', explained: '直播' },
  { name: '槐安路路口', area: '槐安路片区', url: '/demo/road.mp4', explained: null },
  { name: '植物园全景', area: '植物园片区', url: null, explained: '上传的图片' },
]
