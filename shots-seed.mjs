const long='Очень длинное название предприятия по обслуживанию хлебопекарного и холодильного оборудования';
const noBreak='Sonderanlagenbetriebsgenehmigungsverfahrensdokumentation'.repeat(3);
export default async function(page){
  const H={'X-Requested-With':'XMLHttpRequest'}; const B='http://localhost:3471';
  const post=async(p,data)=>{const r=await page.request.post(B+p,{data,headers:H}); const t=await r.text(); if(!r.ok()) console.log(p,r.status(),t.slice(0,200)); return t?JSON.parse(t):null;};
  const cat=await post('/api/category/insert',{name:'Холодильные установки промышленные каскадные с рекуперацией тепла'});
  const cus=await post('/api/customer/insert',{shortName:'Длинноимённый ООО',fullName:long,streetAddress:'Проспект Энергетиков-Машиностроителей 128, корпус 4, строение 2',zipCode:'190000',city:'Санкт-Петербург',country:'DE',phoneNumber:'+48 000 111 222',nip:'123'});
  const id=await post('/api/device/insert',{name:noBreak.slice(0,120),category:{id:cat.id},customer:{id:cus.id},serialNumber:noBreak.slice(0,60),sourcePower:'3 × 400 V, 50 Hz, 125 A',status:'DANGER',streetAddress:'Проспект Энергетиков-Машиностроителей 128',city:'Санкт-Петербург',zipCode:'190000',transferDate:'2024-02-29',warranty:'production',warrantyLength:36});
  for(const text of [long+'. '+long+'. '+long, noBreak, 'Ключ у охраны.\n\nВторая строка\nтретья']) await post('/api/deviceNote/insert',{text,device:{id}});
  for(let i=0;i<3;i++) await post('/api/part/save',{name:i?noBreak.slice(0,80):long.slice(0,90),serialNumber:noBreak.slice(0,50),producer:long.slice(0,60),decsription:long+' '+long,device:{id}});
  for(let i=0;i<20;i++) await post('/api/incident/insert',{device:{id},date:`2026-10-${String(i+1).padStart(2,'0')}T10:00:00`,text:i%3?long:noBreak});
  await post('/api/deviceHotel/insert',{name:long.slice(0,100),streetAddress:noBreak.slice(0,80),zipCode:'190000',city:'Санкт-Петербург',country:'DE',phone:'+48 000 000 000',email:'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.com',www:'www.example.com/'+noBreak.slice(0,80),description:long+'\n'+noBreak,latitude:51.78,longitude:19.47});
  await page.request.patch(B+'/api/device/updateGpsLocation',{data:{deviceId:id,latitude:51.77,longitude:19.46},headers:H});
  const png=Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQI12NIS+sAIgYIBQAktgVR9jgiDQAAAABJRU5ErkJggg==','base64');
  for(const [type,desc,name] of [['MACHINE_NAMEPLATE',noBreak.slice(0,44),'a.png'],['MACHINE_NAMEPLATE','Табличка двигателя','b.png'],['MACHINE_FILE',long,noBreak.slice(0,100)+'.png'],['MACHINE_FILE','','план.png']]){
    const r=await page.request.post(B+'/api/file/add',{headers:H,multipart:{fileJson:JSON.stringify({device:{id},type,description:desc,filename:name}),file:{name,mimeType:'image/png',buffer:png}}}); if(!r.ok()) console.log(r.status(),await r.text());
  }
  const fd=(json)=>({headers:H,multipart:{serviceJson:JSON.stringify(json)}});
  for(let i=0;i<3;i++){ const r=await page.request.post(B+'/api/service/add',fd({date:`2026-1${i%2}-1${i}T09:00:00Z`,type:['PERIODIC_INSPECTION','REPAIR','OPERATOR_TRAINING'],customer:{id:cus.id},devices:[{id}],faultDescription:i?long:noBreak,period:12,isToSign:i>0})); if(!r.ok()) console.log(r.status(),await r.text()); }
  console.log('ID',id);
}
