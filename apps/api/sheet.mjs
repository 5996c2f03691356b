import sharp from 'sharp';
const [out,...files]=process.argv.slice(2);
const h=Number(process.env.H||1300);
const ims=await Promise.all(files.map(async f=>{const m=await sharp(f).metadata();const cut=Math.min(m.height,h);return {f,w:m.width,buf:await sharp(f).extract({left:0,top:0,width:m.width,height:cut}).extend({bottom:h-cut,right:10,background:'#f0f'}).toBuffer()}}));
let x=0; const comp=ims.map(i=>{const r={input:i.buf,left:x,top:0};x+=i.w+10;return r});
await sharp({create:{width:x,height:h,channels:3,background:'#888'}}).composite(comp).png().toFile(out);
