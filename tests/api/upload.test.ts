import { randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadsJob } from '../../server/upload/sweep.ts'
import { buildScene } from '../support/scene.ts'
import { startTestPlatform, type TestPlatform } from '../support/server.ts'
import { engines } from '../support/storage.ts'

const LARGEST = 5 * 1024 * 1024
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** A photo as a phone makes it: rotated, with the place where it was taken. */
const JPG = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#c00' } })
  .jpeg()
  .withMetadata({ orientation: 6 })
  .withExifMerge({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLatitudeRef: 'N' } })
  .toBuffer()

const form = (bytes: Buffer, { field = 'avatar', name = 'x.png', type = 'image/png' } = {}) => {
  const head = `--B0\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=B0' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--B0--\r\n')]),
  }
}

describe.each(engines)('image upload on %s', (engine) => {
  let server: TestPlatform
  let token: string
  beforeAll(async () => {
    server = await startTestPlatform(engine)
    await buildScene(server)
    token = (await server.signIn('adminA')).token
  })
  afterAll(() => server.dispose())

  const upload = (
    { headers, payload }: { headers: Record<string, string>; payload: Buffer | string },
    as: string | null = token,
  ) =>
    server.app.inject({
      method: 'POST',
      url: '/v1/UploadImg',
      headers: { ...headers, 'accept-language': 'en', ...(as !== null && { authorization: `Bearer ${as}` }) },
      payload,
    })

  it.each([
    ['png', PNG, 'image/png'],
    ['gif', GIF, 'image/gif'],
    ['jpg', JPG, 'image/jpeg'],
  ])('stores a %s by its content, whatever its name, and serves it as immutable', async (type, bytes, contentType) => {
    const response = await upload(form(bytes, { name: '../../evil.html', type: 'text/html' }))
    expect(response.json()).toEqual({
      code: 200,
      result: { path: expect.stringMatching(new RegExp(`^/upload/[0-9a-f]{32}\\.${type}$`)) },
    })
    const served = await server.app.inject({ url: response.json<{ result: { path: string } }>().result.path })
    const [kept, sent] = [await sharp(served.rawPayload).metadata(), await sharp(bytes).metadata()]
    expect([kept.format, kept.width, kept.height]).toEqual([sent.format, sent.autoOrient.width, sent.autoOrient.height])
    expect(served.headers).toMatchObject({
      'content-type': contentType,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('removes all metadata and applies the orientation', async () => {
    const png = await sharp(PNG)
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .png()
      .toBuffer()
    const comment = Buffer.concat([
      GIF.subarray(0, 19),
      Buffer.from([0x21, 0xfe, 8]),
      Buffer.from('Somebody'),
      Buffer.from([0]),
      GIF.subarray(19),
    ])
    for (const bytes of [JPG, png, comment]) {
      expect(bytes.includes('Somebody')).toBe(true)
      const { result } = (await upload(form(bytes))).json<{ result: { path: string } }>()
      const served = await server.app.inject({ url: result.path })
      expect(served.rawPayload.includes('Somebody')).toBe(false)
      const metadata = await sharp(served.rawPayload).metadata()
      for (const name of ['exif', 'xmp', 'iptc', 'orientation']) expect(metadata).not.toHaveProperty(name)
    }
    // The stored picture is upright, as the camera was held.
    const { result } = (await upload(form(JPG))).json<{ result: { path: string } }>()
    expect(await sharp((await server.app.inject({ url: result.path })).rawPayload).metadata()).toMatchObject({
      width: 16,
      height: 32,
    })
  })

  it('rejects files larger than 5 MB, however they are split, and stores nothing', async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const before = await readdir(join(server.platform.settings.dataDir, 'uploads'))
    const noise = await sharp(randomBytes(1500 * 1500 * 3), { raw: { width: 1500, height: 1500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    for (const [size, cut] of [
      [noise.length, LARGEST],
      [LARGEST + 1, LARGEST],
      [LARGEST + 70_000, LARGEST + 1],
      [noise.length, 65_536],
    ] as const) {
      const { headers, payload } = form(noise.subarray(0, size))
      const at = payload.indexOf(noise.subarray(0, 8)) + cut
      // The first part is read before the second is sent: the position of the parser's limit must not matter.
      const parts = [payload.subarray(0, at), payload.subarray(at)]
      const status = await new Promise((resolve, reject) => {
        const sending = request(
          `${address}/v1/UploadImg`,
          { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } },
          (answer) => resolve(answer.resume().statusCode),
        )
        sending.on('error', reject).write(parts[0], () => setImmediate(() => sending.end(parts[1])))
      })
      expect([size, cut, status]).toEqual([size, cut, 413])
    }
    expect(await readdir(join(server.platform.settings.dataDir, 'uploads'))).toEqual(before)
  })

  it('rejects files that are no image, too large, too wide or missing, and stores nothing', async () => {
    const huge = Buffer.from(PNG)
    huge.writeUInt32BE(20_000, 16)
    const cases: [Parameters<typeof upload>[0], number][] = [
      [
        form(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), {
          type: 'image/svg+xml',
        }),
        415,
      ],
      [form(Buffer.from('GIF89a')), 415],
      [form(PNG.subarray(0, 20)), 415],
      [form(Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])), 415],
      [form(huge), 400],
      [form(Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])), 413],
      [form(PNG, { field: 'other' }), 400],
      [form(Buffer.alloc(0)), 400],
      [{ headers: { 'content-type': 'application/json' }, payload: '{}' }, 415],
      [{ headers: { 'content-type': 'multipart/form-data' }, payload: 'x' }, 400],
      [{ headers: { 'content-type': 'multipart/form-data; boundary=B0' }, payload: '--B0--\r\n' }, 400],
    ]
    const before = await readdir(join(server.platform.settings.dataDir, 'uploads'))
    for (const [index, [request, status]] of cases.entries()) {
      const response = await upload(request)
      expect([index, response.statusCode, response.json<{ code: number }>().code]).toEqual([index, status, status])
      expect(response.json<{ msg: string }>().msg).not.toBe('')
    }
    expect(await readdir(join(server.platform.settings.dataDir, 'uploads'))).toEqual(before)
  })

  it('accepts images only from users who are allowed to use one', async () => {
    expect((await upload(form(PNG), null)).statusCode).toBe(401)
    await server.addUser({ username: 'waiting', project_id: null, menu_control: '[]' })
    expect((await upload(form(PNG), (await server.signIn('waiting')).token)).statusCode).toBe(403)
    // Every user of a project may edit its logo (spec 1 §2.4).
    expect((await upload(form(PNG), (await server.signIn('viewerA')).token)).statusCode).toBe(200)
  })

  it('serves no other files', async () => {
    for (const path of [
      '..%2fdata.db',
      '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      `${'0'.repeat(32)}.png`,
      'x.png',
      '.png',
      `${'0'.repeat(32)}.png.part`,
    ])
      expect([path, (await server.app.inject({ url: `/upload/${path}` })).statusCode]).toEqual([path, 404])
  })

  it('rejects the 61st upload of a user with 429', async () => {
    const busy = (await server.signIn('adminB')).token
    const codes: number[] = []
    for (let sent = 0; sent <= 60; sent++) codes.push((await upload(form(GIF), busy)).statusCode)
    expect(codes).toEqual([...Array.from({ length: 60 }, () => 200), 429])
  })

  it('deletes unreferenced images after a day and never deletes referenced ones', async () => {
    const save = async (): Promise<string> => (await upload(form(PNG))).json<{ result: { path: string } }>().result.path
    const [loose, ico, inside, young] = [await save(), await save(), await save(), await save()]
    const { storage, settings } = server.platform
    const stamp = { created_at: 0, updated_at: 0 }
    await storage.write(async (trx) => {
      await trx.updateTable('project').set({ ico }).where('name', '=', 'Project A').execute()
      await trx
        .insertInto('datashow')
        .values({
          name: 'Screen',
          project_id: 1,
          district_id: 2,
          jsondata: JSON.stringify({ pens: [{ image: inside }] }),
          ...stamp,
        })
        .execute()
    })
    const folder = join(settings.dataDir, 'uploads')
    const other = join(folder, 'notes.txt')
    const part = join(folder, `${'0'.repeat(32)}.png.part`)
    for (const path of [other, part]) await writeFile(path, 'x')
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    for (const path of [
      other,
      part,
      ...[loose, ico, inside].map((each) => join(folder, each.slice('/upload/'.length))),
    ])
      await utimes(path, longAgo, longAgo)
    await uploadsJob(server.platform).run(new AbortController().signal)
    const status = async (path: string): Promise<number> => (await server.app.inject({ url: path })).statusCode
    expect(await Promise.all([loose, ico, inside, young].map(status))).toEqual([404, 200, 200, 200])
    const left = await readdir(folder)
    expect(left).toContain('notes.txt')
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
