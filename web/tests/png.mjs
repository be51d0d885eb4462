// PNG: makes a screenshot small by giving it a palette of at most 256 colours.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const channels = { 2: 3, 6: 4 };
const mostColours = 256;

// The parts of a file by name; those of one name are joined.
function partsOf(file) {
  const parts = {};
  for (let at = signature.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString("latin1", at + 4, at + 8);
    const bytes = file.subarray(at + 8, at + 8 + length);
    parts[name] = parts[name] ? Buffer.concat([parts[name], bytes]) : bytes;
    at += 12 + length;
  }
  return parts;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// Undoes the filters of the rows, in place, and returns the bytes without the filters' numbers.
function unfiltered(bytes, width, height, depth) {
  const stride = width * depth;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = bytes[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const a = x >= depth ? out[y * stride + x - depth] : 0;
      const b = y > 0 ? out[(y - 1) * stride + x] : 0;
      const c = x >= depth && y > 0 ? out[(y - 1) * stride + x - depth] : 0;
      const add = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
      out[y * stride + x] = bytes[y * (stride + 1) + 1 + x] + add;
    }
  }
  return out;
}

// A screenshot of Chromium as width, height and one number for each pixel: 0xRRGGBB.
function pixelsOf(file) {
  const { IHDR, IDAT } = partsOf(file);
  const [width, height, depth] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), channels[IHDR[9]]];
  if (IHDR[8] !== 8 || !depth || IHDR[12] !== 0) throw new Error("an unknown kind of PNG");
  const bytes = unfiltered(inflateSync(IDAT), width, height, depth);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) {
    const at = i * depth;
    pixels[i] = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
  }
  return { width, height, pixels };
}

const parts = (colour) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];

// The median cut: boxes of colours, the widest divided until there are enough.
function paletteOf(counts) {
  let boxes = [[...counts.keys()]];
  const widthOf = (box) => {
    if (box.length < 2) return { width: 0, axis: 0 };
    const spans = [0, 1, 2].map((axis) => {
      const values = box.map((colour) => parts(colour)[axis]);
      return Math.max(...values) - Math.min(...values);
    });
    const weight = Math.log2(1 + box.reduce((sum, colour) => sum + counts.get(colour), 0));
    const axis = spans.indexOf(Math.max(...spans));
    return { width: spans[axis] * weight, axis };
  };
  boxes = boxes.map((colours) => ({ colours, ...widthOf(colours) }));
  while (boxes.length < Math.min(mostColours, counts.size)) {
    boxes.sort((a, b) => b.width - a.width);
    const { colours, axis } = boxes.shift();
    colours.sort((a, b) => parts(a)[axis] - parts(b)[axis]);
    const half = colours.length >> 1;
    for (const some of [colours.slice(0, half), colours.slice(half)]) {
      boxes.push({ colours: some, ...widthOf(some) });
    }
  }
  return boxes.map(({ colours }) => colours);
}

function part(name, bytes) {
  const whole = Buffer.alloc(12 + bytes.length);
  whole.writeUInt32BE(bytes.length, 0);
  whole.write(name, 4, "latin1");
  bytes.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + bytes.length)), 8 + bytes.length);
  return whole;
}

// The same picture with a palette.
export function smaller(file) {
  const { width, height, pixels } = pixelsOf(file);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const boxes = paletteOf(counts);
  const indexOf = new Map(boxes.flatMap((box, i) => box.map((colour) => [colour, i])));
  const palette = Buffer.from(
    boxes.flatMap((box) => {
      // The colour that occurs most, so that large areas keep theirs.
      return parts(box.reduce((a, b) => (counts.get(a) >= counts.get(b) ? a : b)));
    }),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x]);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    part("IHDR", head),
    part("PLTE", palette),
    part("IDAT", deflateSync(rows, { level: 9 })),
    part("IEND", Buffer.alloc(0)),
  ]);
}
