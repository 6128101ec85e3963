(function(){
[].slice.call(document.querySelectorAll('.copy')).forEach(function(box){
var button=document.createElement('button'),pre=box.querySelector('pre');
button.type='button';button.textContent='Copy';
button.addEventListener('click',function(){
var range=document.createRange(),selection=window.getSelection();
range.selectNodeContents(pre);selection.removeAllRanges();selection.addRange(range);
var done=false;try{done=document.execCommand('copy')}catch(e){}
button.textContent=done?'Copied':'Press Ctrl+C'});
box.appendChild(button)});
})();
(function(){
var parts=[].slice.call(document.querySelectorAll('section[data-set]'));
var nav=document.querySelector('header nav');
if(parts.length<2||!nav)return;
var label=document.createElement('label'),choice=document.createElement('select');
label.textContent='Show ';
['all data sets'].concat(parts.map(function(p){return p.getAttribute('data-set')})).forEach(function(t,i){
var o=document.createElement('option');o.value=i;o.textContent=t;choice.appendChild(o)});
choice.addEventListener('change',function(){
var n=+choice.value;parts.forEach(function(p,i){p.hidden=n>0&&i+1!==n})});
nav.addEventListener('click',function(){choice.value=0;parts.forEach(function(p){p.hidden=false})},true);
label.addEventListener('click',function(e){e.stopPropagation()});
label.appendChild(choice);nav.appendChild(label);
})();
